package dev.once.forms.provenance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.once.core.Reads;
import dev.once.core.UniqueWrite;
import dev.once.core.Writes;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;

/**
 * Proves that a form was rendered for a member. When their session has ended, it is all that tells whose the typed text is;
 * and without it nobody can make the application keep text for them.
 */
@Component
public class FormSeal {

    private static final String ADD =
            """
            insert into forms.seals (name, secret) values ('forms', :secret) on conflict (name) do nothing returning secret
            """;

    private static final String FIND =
            """
            select secret from forms.seals where name = 'forms'
            """;

    private final SecretKeySpec secret;

    FormSeal(Writes writes, Reads reads) {
        byte[] fresh = new byte[32];
        new SecureRandom().nextBytes(fresh);
        byte[] shared = writes.unique(write -> add(write, fresh), () -> reads.query(FIND)
                        .optional((row, i) -> row.getBytes("secret")))
                .value();
        this.secret = new SecretKeySpec(shared, "HmacSHA256");
    }

    public String of(UUID member, String key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(secret);
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal((member + " " + key).getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has HmacSHA256.", e);
        }
    }

    public boolean holds(String seal, UUID member, String key) {
        return MessageDigest.isEqual(seal.getBytes(UTF_8), of(member, key).getBytes(UTF_8));
    }

    private static Optional<byte[]> add(UniqueWrite write, byte[] secret) {
        return write.sql(ADD)
                .param("secret", secret)
                .query((row, i) -> row.getBytes("secret"))
                .optional();
    }
}

package dev.once.forms.sameness;

import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.IdempotencyKey;
import dev.once.core.MalformedKeyException;
import dev.once.core.support.Uuids;
import dev.once.forms.provenance.Member;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** What is the key: that of one rendered form, a UUID of version 7 that tells when it was minted. */
public record FormKey(UUID value) {

    /** Between the clock of the instance that minted it and the database's that sweeps the claims. */
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);

    private static final Fingerprint NOTHING_WE_EVER_SAVED = Fingerprint.of("unreadable");

    public static FormKey mint() {
        return new FormKey(Uuids.next());
    }

    /** Empty if it is none of ours: missing, misspelt, or of a version that does not tell its age. */
    public static Optional<FormKey> parse(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            // fromString also takes shortened groups, and then one key would have two spellings.
            boolean ours = uuid.version() == 7 && uuid.toString().equals(text.toLowerCase(Locale.ROOT));
            return ours ? Optional.of(new FormKey(uuid)) : Optional.empty();
        } catch (IllegalArgumentException noUuid) {
            return Optional.empty();
        }
    }

    /** A key whose claim may be swept already proves nothing, nor does one from the future, which would outlive its claim. */
    public boolean isUsable(Duration claimsAreKeptFor, Instant now) {
        Instant minted = Uuids.madeAt(value);
        return minted.isAfter(now.minus(claimsAreKeptFor).plus(CLOCKS_DIFFER))
                && minted.isBefore(now.plus(CLOCKS_DIFFER));
    }

    /** What was asked is what was understood, so that a space more or the page's other fields make no difference. */
    public static Attempt of(Member member, String key, List<String> asked) {
        FormKey sent = parse(key).orElseThrow(() -> new MalformedKeyException("The form has no key of ours."));
        Fingerprint fingerprint =
                asked.isEmpty() ? NOTHING_WE_EVER_SAVED : Fingerprint.of(asked.toArray(String[]::new));
        return Attempt.of(member.scope(), sent.asKey(), fingerprint);
    }

    public IdempotencyKey asKey() {
        return new IdempotencyKey(value.toString());
    }

    @Override
    public String toString() {
        return value.toString();
    }
}

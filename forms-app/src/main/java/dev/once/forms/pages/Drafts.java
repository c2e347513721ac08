package dev.once.forms.pages;

import dev.once.forms.provenance.FormSeal;
import dev.once.forms.provenance.Member;
import dev.once.forms.sameness.FormKey;
import jakarta.servlet.http.HttpSession;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What somebody typed and has not saved, kept in their session under the form's key: over a sign-in, an added row, a save
 * that takes long. Only its owner gets it back; the form's seal says who that is.
 */
@Component
class Drafts {

    private static final String ATTRIBUTE = "drafts";
    private static final int MOST = 5;

    /** Typed text, why it is here, and since when it is being saved. */
    record Draft(InvoiceForm form, String note, long savingSince) implements Serializable {}

    private final FormSeal seal;

    Drafts(FormSeal seal) {
        this.seal = seal;
    }

    /** False where the form's seal does not hold: then it was not rendered by us for that member, and nothing is kept. */
    boolean keep(HttpSession session, InvoiceForm form, String note) {
        return put(session, new Draft(form, note, 0));
    }

    /** The same, while another request may still be saving it. */
    boolean keepWhileSaving(HttpSession session, InvoiceForm form, long now) {
        return put(session, new Draft(form, "It could not be saved. Nothing is lost: please save it again.", now));
    }

    Optional<Draft> find(HttpSession session, Member member, FormKey key) {
        return Optional.ofNullable(in(session).get(key.toString()))
                .filter(draft -> isOf(member, draft))
                .filter(draft -> isSealed(draft.form()));
    }

    void forget(HttpSession session, FormKey key) {
        LinkedHashMap<String, Draft> drafts = in(session);
        if (drafts.remove(key.toString()) != null) {
            session.setAttribute(ATTRIBUTE, drafts);
        }
    }

    /** What others typed in this browser goes; the key of this member's last draft is where they go on. */
    Optional<String> claim(HttpSession session, Member member) {
        LinkedHashMap<String, Draft> drafts = in(session);
        if (drafts.values().removeIf(draft -> !isOf(member, draft))) {
            session.setAttribute(ATTRIBUTE, drafts);
        }
        return drafts.keySet().stream().reduce((earlier, later) -> later);
    }

    private boolean put(HttpSession session, Draft draft) {
        InvoiceForm form = draft.form();
        if (!isSealed(form)) {
            return false;
        }
        LinkedHashMap<String, Draft> drafts = in(session);
        drafts.remove(form.idempotencyKey());
        drafts.put(form.idempotencyKey(), draft);
        if (drafts.size() > MOST) {
            drafts.remove(drafts.keySet().iterator().next());
        }
        session.setAttribute(ATTRIBUTE, drafts);
        return true;
    }

    /** Whether we rendered it, for whom it says. */
    boolean isSealed(InvoiceForm form) {
        UUID owner = owner(form);
        return owner != null && seal.holds(form.seal(), owner, form.idempotencyKey());
    }

    private static boolean isOf(Member member, Draft draft) {
        return member.id().equals(owner(draft.form()));
    }

    private static @Nullable UUID owner(InvoiceForm form) {
        try {
            return UUID.fromString(form.renderedFor());
        } catch (IllegalArgumentException nobody) {
            return null;
        }
    }

    /** A copy, since another request of the session may hold the same object. */
    @SuppressWarnings("unchecked")
    private static LinkedHashMap<String, Draft> in(HttpSession session) {
        return session.getAttribute(ATTRIBUTE) instanceof LinkedHashMap<?, ?> drafts
                ? new LinkedHashMap<>((LinkedHashMap<String, Draft>) drafts)
                : new LinkedHashMap<>();
    }
}

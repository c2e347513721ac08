package dev.once.forms.provenance;

import dev.once.core.Scope;
import dev.once.web.Problem;
import org.springframework.http.HttpStatus;

/** Who asks: a signed-in member, who acts for one organisation and with forms of their own. */
public final class FormProvenance {

    /** The organisation is the scope, so that no organisation can see, block or replay another's claims. */
    public static Scope organisationOf(Member member) {
        return new Scope(member.organisation().toString());
    }

    /** Where somebody else signed in meanwhile, in another tab, what the first one typed must not become the other's. */
    public static Scope organisationOf(Member member, String renderedFor) {
        if (!renderedFor.isEmpty() && !renderedFor.equals(member.id().toString())) {
            throw Problem.of(
                            HttpStatus.FORBIDDEN,
                            "This form was opened by somebody else who was signed in here. Nothing was saved.")
                    .asException();
        }
        return organisationOf(member);
    }

    private FormProvenance() {}
}

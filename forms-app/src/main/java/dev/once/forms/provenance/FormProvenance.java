package dev.once.forms.provenance;

import dev.once.core.NotGenuineException;

/** Who are you: a signed-in member, who acts for one organisation and with forms of their own. */
public final class FormProvenance {

    private FormProvenance() {}

    /** Where somebody else signed in meanwhile, in another tab, what the first one typed must not become the other's. */
    public static Member of(Member signedIn, String renderedFor) {
        if (!renderedFor.isEmpty() && !renderedFor.equals(signedIn.id().toString())) {
            throw new NotGenuineException(
                    "This form was opened by somebody else who was signed in here. Nothing was saved.");
        }
        return signedIn;
    }
}

package dev.once.forms.surface;

import dev.once.core.Claim;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.web.servlet.ModelAndView;

/** A form that somebody sent: for whom it was rendered, its key, what it asks for, and the answers it can get. */
public interface SentForm {

    String renderedFor();

    String key();

    /** The business fields, as they were understood; empty if they were not. */
    List<String> asked();

    /** What would have to be said if the key were free. */
    Optional<Supplier<ModelAndView>> refusal(Duration claimsAreKeptFor);

    UUID save(Claim claim);

    ModelAndView created(UUID saved);

    ModelAndView repeated(UUID saved);

    ModelAndView stillSaving();

    ModelAndView keyReused(UUID saved);
}

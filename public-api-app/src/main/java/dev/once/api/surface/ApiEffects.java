package dev.once.api.surface;

import dev.once.api.sameness.Answer;
import dev.once.api.sameness.ApiRequest;
import dev.once.core.Claim;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What is behind the surface: an operation that understands a request, and does it. */
public interface ApiEffects<T> {

    /** What is asked for; what is not valid today is refused with an {@code ErrorResponseException}. */
    T check(ApiRequest asked);

    Answer run(Claim claim, T wish);

    static <T> ApiEffects<T> of(Function<ApiRequest, T> check, BiFunction<Claim, T, Answer> run) {
        return new ApiEffects<>() {
            @Override
            public T check(ApiRequest asked) {
                return check.apply(asked);
            }

            @Override
            public Answer run(Claim claim, T wish) {
                return run.apply(claim, wish);
            }
        };
    }
}

package dev.once.api.surface;

import dev.once.api.provenance.ApiProvenance;
import dev.once.api.provenance.Client;
import dev.once.api.sameness.Answer;
import dev.once.api.sameness.ApiKey;
import dev.once.api.sameness.ApiProblems;
import dev.once.api.sameness.ApiRequest;
import dev.once.api.sameness.StoredAnswers;
import dev.once.core.Attempt;
import dev.once.core.Claim;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.web.Problem;
import dev.once.web.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** Every operation with a key passes here: who are you, what is the key, once, and the answer out of the outcome. */
@Component
class ApiSurface {

    private final Idempotency<Answer> idempotency;
    private final StoredAnswers storedAnswers;

    ApiSurface(Idempotency<Answer> idempotency, StoredAnswers storedAnswers) {
        this.idempotency = idempotency;
        this.storedAnswers = storedAnswers;
    }

    <T> ResponseEntity<byte[]> once(
            HttpServletRequest request, Function<ApiRequest, T> check, BiFunction<Claim, T, Answer> work)
            throws IOException {
        Client client = ApiProvenance.of(request); // who are you
        ApiRequest asked = ApiRequest.of(request);
        Attempt attempt = Attempt.of(client.scope(), ApiKey.of(request), asked.fingerprint()); // what is the key

        T wish;
        try {
            wish = check.apply(asked);
        } catch (ProblemException invalidToday) {
            // A stored answer wins: what was valid when it was done may not be so any more.
            return idempotency.answered(attempt).map(ApiSurface::answer).orElseThrow(() -> invalidToday);
        }
        storedAnswers.measure(attempt.scope());
        return answer(idempotency.once(attempt, claim -> storedAnswers.add(attempt.scope(), work.apply(claim, wish))));
    }

    private static ResponseEntity<byte[]> answer(Outcome<Answer> outcome) {
        return outcome.fold(
                Answer::sent,
                Answer::replayed,
                wait -> refuse(ApiProblems.stillRunning(wait)),
                () -> refuse(ApiProblems.keyReused()));
    }

    private static ResponseEntity<byte[]> refuse(Problem problem) {
        throw problem.asException();
    }
}

package dev.once.api.surface;

import dev.once.api.provenance.ApiProvenance;
import dev.once.api.provenance.Client;
import dev.once.api.sameness.Answer;
import dev.once.api.sameness.ApiKey;
import dev.once.api.sameness.ApiRequest;
import dev.once.api.sameness.StoredAnswers;
import dev.once.core.Attempt;
import dev.once.core.Claim;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.web.KeyReusedException;
import dev.once.core.web.StillRunningException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponseException;

/** Every operation with a key passes here: who are you, what is the key, once, and the answer out of the outcome. */
@Component
public class ApiSurface {

    private static final int LARGEST_ANSWER = 1024 * 1024;

    private final Idempotency<Answer> idempotency;
    private final StoredAnswers storedAnswers;

    ApiSurface(Idempotency<Answer> idempotency, StoredAnswers storedAnswers) {
        this.idempotency = idempotency;
        this.storedAnswers = storedAnswers;
    }

    public <T> ResponseEntity<byte[]> once(HttpServletRequest request, ApiEffects<T> effects) throws IOException {
        // who are you
        Client client = ApiProvenance.of(request);

        // what is the key
        ApiRequest asked = ApiRequest.of(request);
        Attempt attempt = ApiKey.of(client, request, asked);

        T wish;
        try {
            wish = effects.check(asked);
        } catch (ErrorResponseException invalidToday) {
            // A stored answer wins: what was valid when it was done may not be so any more.
            return idempotency.answered(attempt).map(ApiSurface::answer).orElseThrow(() -> invalidToday);
        }
        storedAnswers.measure(attempt.scope());

        // once
        Outcome<Answer> outcome = idempotency.once(attempt, claim -> kept(claim, effects.run(claim, wish)));

        // answer
        return answer(outcome);
    }

    /** Runs inside the claim: an answer that cannot be kept takes its work back with it. */
    private Answer kept(Claim claim, Answer answer) {
        if (answer.body().length > LARGEST_ANSWER) {
            throw new AnswerTooLargeException(LARGEST_ANSWER);
        }
        if (!storedAnswers.hasRoomFor(claim.attempt().scope(), answer)) {
            throw new NoRoomForAnswersException();
        }
        return answer.with(
                Answer.EXPIRES,
                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        claim.expiresAt().orElseThrow().atOffset(ZoneOffset.UTC)));
    }

    private static ResponseEntity<byte[]> answer(Outcome<Answer> outcome) {
        return outcome.fold(
                Answer::sent,
                Answer::replayed,
                wait -> refuse(new StillRunningException(wait)),
                () -> refuse(new KeyReusedException()));
    }

    private static ResponseEntity<byte[]> refuse(RuntimeException why) {
        throw why;
    }
}

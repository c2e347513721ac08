package dev.once.core.web;

import dev.once.core.Attempt;
import dev.once.core.Claim;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Outcome;
import dev.once.core.Scope;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** One operation of an HTTP API: whose it is, its key, what is asked, and then the work, which is done once. */
public final class OnceOperation {

    private final String name;
    private final Idempotency<StoredAnswer> idempotency;
    private final MessageBodies bodies;

    OnceOperation(String name, Idempotency<StoredAnswer> idempotency, MessageBodies bodies) {
        this.name = name;
        this.idempotency = idempotency;
        this.bodies = bodies;
    }

    /** Whose key it is, as your authentication says and never the request: the same key in another scope is another key. */
    public InScope scope(String id) {
        return new InScope(new Scope(id));
    }

    public InScope scope(UUID id) {
        return scope(id.toString());
    }

    public InScope scope(long id) {
        return scope(Long.toString(id));
    }

    /** An operation of somebody. */
    public final class InScope {

        private final Scope scope;

        private InScope(Scope scope) {
            this.scope = scope;
        }

        public UnderKey key(IdempotencyKey key) {
            return new UnderKey(scope, key);
        }
    }

    /** An attempt of which nobody has said yet what it asks for. */
    public final class UnderKey {

        private final Scope scope;
        private final IdempotencyKey key;

        private UnderKey(Scope scope, IdempotencyKey key) {
            this.scope = scope;
            this.key = key;
        }

        /**
         * What is asked: the same key with another request is refused. Bytes and text are compared as they are; everything else
         * as the JSON that the application writes of it, so a new field in a class makes it another request.
         */
        public Request request(@Nullable Object... parts) {
            byte[][] asked = Stream.concat(
                            Stream.of(name.getBytes(StandardCharsets.UTF_8)),
                            Arrays.stream(parts).map(bodies::fingerprinted))
                    .toArray(byte[][]::new);
            return new Request(Attempt.of(scope, key, Fingerprint.of(asked)));
        }
    }

    /**
     * An attempt. Its work runs in a transaction with the claim: it touches the database only, and may run again after a
     * deadlock. An exception takes it all back, and the key is free again. Every answer that is returned is stored, whatever
     * its status, and every repeat gets it byte for byte, marked {@code Idempotent-Replayed: true}.
     */
    public final class Request {

        private final Attempt attempt;

        private Request(Attempt attempt) {
            this.attempt = attempt;
        }

        /** 201 with what the work returns as the body. */
        public ResponseEntity<byte[]> created(Supplier<? extends @Nullable Object> work) {
            return answer(claim -> ResponseEntity.status(HttpStatus.CREATED).body(work.get()));
        }

        /** 200 with what the work returns as the body. */
        public ResponseEntity<byte[]> ok(Supplier<? extends @Nullable Object> work) {
            return answer(claim -> ResponseEntity.ok().body(work.get()));
        }

        /** 204. */
        public ResponseEntity<byte[]> noContent(Runnable work) {
            return answer(claim -> {
                work.run();
                return ResponseEntity.noContent().build();
            });
        }

        /**
         * Any answer. The work gets the {@link Claim}: its {@code sql} writes on the claim's own connection, its {@code outbox}
         * leaves what is to be done after the commit. Headers that belong to the body are stored ({@code Location},
         * {@code ETag}, {@code Content-*}, {@code Last-Modified}, {@code Link}), and no others are sent.
         */
        public ResponseEntity<byte[]> answer(Function<Claim, ? extends ResponseEntity<?>> work) {
            Outcome<StoredAnswer> outcome = AttemptUnavailableException.unlessDone(
                    () -> idempotency.once(attempt, claim -> StoredAnswer.of(work.apply(claim), bodies)));
            return outcome.fold(
                    StoredAnswer::first,
                    StoredAnswer::replayed,
                    wait -> {
                        throw new StillRunningException(wait);
                    },
                    () -> {
                        throw new KeyReusedException();
                    });
        }
    }
}

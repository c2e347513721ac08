package dev.once.showcase.lab;

import java.time.Duration;

/** What happens to the deliveries of one payment. Each is a story that really occurs, made to occur every time. */
public enum Ordeal {
    ALL_AT_ONCE("All deliveries arrive at once; whoever looks first waits until all have looked.") {
        @Override
        void play(Trial trial) {
            trial.holdUntilAllAreAt(Moment.LOOKED);
            trial.sendTogether();
        }
    },
    DIES_AFTER_THE_CLAIM("The first worker dies between claim and work; the sender tries again until it hears a yes.") {
        @Override
        void play(Trial trial) {
            trial.holdAt(0, Moment.CLAIMED);
            trial.letDie(0);
            trial.sendUntilAcknowledged(0);
        }
    },
    DIES_AFTER_THE_WORK("The first worker dies right after the work; the sender tries again until it hears a yes.") {
        @Override
        void play(Trial trial) {
            trial.holdAt(0, Moment.WORKED);
            trial.letDie(0);
            trial.sendUntilAcknowledged(0);
        }
    },
    FAILS_WHILE_ANOTHER_ARRIVES(
            "The first delivery is slow. The sender tries again meanwhile; then the first one fails.") {
        @Override
        void play(Trial trial) {
            trial.holdAt(0, Moment.WORKED);
            trial.startInBackground(0);
            if (!trial.sendMeanwhile(1, () -> trial.letDie(0)).acknowledges()) {
                trial.sendUntilAcknowledged(2);
            }
        }
    },
    FIRST_ANSWER_IS_LOST(
            "The payment is booked, but the answer gets lost; the sender tries again until it hears a yes.") {
        @Override
        void play(Trial trial) {
            trial.sendAndLoseTheAnswer(0);
            trial.sendUntilAcknowledged(1);
        }
    },
    AUDIT_FAILS_ONCE("A side write fails the first time; the sender tries again until it hears a yes.") {
        @Override
        void play(Trial trial) {
            trial.auditBreaks();
            boolean acknowledged = trial.send(0).acknowledges();
            trial.auditIsRepaired();
            if (!acknowledged) {
                trial.sendUntilAcknowledged(1);
            }
        }
    },
    TEN_MINUTES_PASS_IN_THE_WORK(
            "The work takes ten minutes, longer than anybody thought; meanwhile it is sent again.") {
        @Override
        void play(Trial trial) {
            trial.holdAt(0, Moment.CLAIMED);
            trial.startInBackground(0);
            trial.timePasses(Duration.ofMinutes(10));
            trial.sendMeanwhile(1, () -> trial.letGoOn(0));
            trial.sendOneByOne(2);
        }
    },
    THREE_DAYS_LATER(
            "The provider delivers once more on the third day, as Stripe does; claims were swept in between.") {
        @Override
        void play(Trial trial) {
            trial.send(0);
            trial.timePasses(Duration.ofDays(3));
            trial.claimsAreSwept();
            trial.sendOneByOne(1);
        }
    },
    TWO_TENANTS("Two tenants choose the same key, as 'order-1' is chosen everywhere.") {
        @Override
        void play(Trial trial) {
            trial.secondTenantTakesTurns();
            trial.sendOneByOne(0);
        }
    },
    FORGED_FIRST("Somebody guesses the event's id and sends a forgery; then the provider delivers.") {
        @Override
        void play(Trial trial) {
            trial.sendForged(0);
            trial.sendUntilAcknowledged(1);
        }
    };

    private final String story;

    Ordeal(String story) {
        this.story = story;
    }

    public String story() {
        return story;
    }

    abstract void play(Trial trial);
}

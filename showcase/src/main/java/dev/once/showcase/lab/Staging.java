package dev.once.showcase.lab;

import dev.once.faults.verdict.Ordeal;
import java.time.Duration;

/** How the lab makes an ordeal happen each time: it holds its workers between two statements. */
final class Staging {

    private Staging() {}

    static void play(Ordeal ordeal, Trial trial) {
        switch (ordeal) {
            case ALL_AT_ONCE -> {
                trial.holdUntilAllAreAt(Moment.LOOKED);
                trial.sendTogether();
            }
            case DIES_AFTER_THE_CLAIM -> diesAt(Moment.CLAIMED, trial);
            case DIES_AFTER_THE_WORK -> diesAt(Moment.WORKED, trial);
            case FAILS_WHILE_ANOTHER_ARRIVES -> {
                trial.holdAt(0, Moment.WORKED);
                trial.startInBackground(0);
                if (!trial.sendMeanwhile(1, () -> trial.letDie(0)).acknowledges()) {
                    trial.sendUntilAcknowledged(2);
                }
            }
            case FIRST_ANSWER_IS_LOST -> {
                trial.sendAndLoseTheAnswer(0);
                trial.sendUntilAcknowledged(1);
            }
            case FIRST_ATTEMPT_FAILS -> {
                trial.auditBreaks();
                boolean acknowledged = trial.send(0).acknowledges();
                trial.auditIsRepaired();
                if (!acknowledged) {
                    trial.sendUntilAcknowledged(1);
                }
            }
            case TEN_MINUTES_PASS_IN_THE_WORK -> {
                trial.holdAt(0, Moment.CLAIMED);
                trial.startInBackground(0);
                trial.timePasses(Duration.ofMinutes(10));
                trial.sendMeanwhile(1, () -> trial.letGoOn(0));
                trial.sendOneByOne(2);
            }
            case THREE_DAYS_LATER -> {
                trial.send(0);
                trial.timePasses(Duration.ofDays(3));
                trial.claimsAreSwept();
                trial.sendOneByOne(1);
            }
            case TWO_TENANTS -> {
                trial.secondTenantTakesTurns();
                trial.sendOneByOne(0);
            }
            case FORGED_FIRST -> {
                trial.sendForged(0);
                trial.sendUntilAcknowledged(1);
            }
            case KEY_IS_FORGOTTEN -> {
                trial.clientForgetsItsKey();
                trial.sendOneByOne(0);
            }
            case ANOTHER_BODY -> {
                trial.send(0);
                trial.amountIsAnother();
                trial.sendOneByOne(1);
            }
            case EFFECT_CHANGES_BEFORE_THE_REPEAT -> {
                trial.wholeAnswersCount();
                trial.sendAndLoseTheAnswer(0);
                trial.paymentIsRefunded();
                trial.sendUntilAcknowledged(1);
            }
            case DIES_AFTER_THE_MAIL -> diesAt(Moment.MAILED, trial);
            case DIES_AFTER_THE_COMMIT -> diesAt(Moment.COMMITTED, trial);
            default -> throw new IllegalArgumentException(ordeal + " is for services behind HTTP.");
        }
    }

    private static void diesAt(Moment moment, Trial trial) {
        trial.holdAt(0, moment);
        trial.letDie(0);
        trial.sendUntilAcknowledged(0);
    }
}

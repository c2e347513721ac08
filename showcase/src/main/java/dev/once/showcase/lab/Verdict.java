package dev.once.showcase.lab;

/**
 * What the database and the senders say afterwards.
 *
 * @param owed payments that should be there
 * @param booked payments that are there
 * @param doubled payments beyond the one that was owed
 * @param lost events with a yes and without a payment
 * @param stuck sends of events that never got a yes, however often they were sent
 * @param leaked answers that show another tenant's receipt
 */
public record Verdict(long owed, long booked, long doubled, long lost, long stuck, long leaked) {

    public boolean isClean() {
        return booked == owed && doubled == 0 && lost == 0 && stuck == 0 && leaked == 0;
    }

    /** The number that shows this damage: compare it with the right one's. */
    public long shown(Damage damage) {
        return switch (damage) {
            case DOUBLED, LOST -> booked;
            case STUCK -> stuck;
            case LEAKED -> leaked;
        };
    }
}

package dev.once.showcase.lab;

/** The process is gone at this point: nobody answers, and the database takes back what was not committed. */
final class WorkerDied extends RuntimeException {

    WorkerDied() {
        super("The worker died here.", null, false, false);
    }
}

package dev.once.benchmarks.contestants;

/** An attempt whose work takes a second inside the database. */
@FunctionalInterface
public interface Slow {

    String SLEEP = "select pg_sleep(1)";

    Contestant.Answer attempt(Key key) throws Exception;
}

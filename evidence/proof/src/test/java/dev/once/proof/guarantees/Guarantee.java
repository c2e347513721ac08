package dev.once.proof.guarantees;

/**
 * A promise, the one place in the core that keeps it, what that place would look like without it, and the test that must
 * then go red.
 */
record Guarantee(String promise, String file, String kept, String broken, String test) {

    /** {@code OutboxTest#a_relay_takes_only} as {@code OutboxTest} and {@code a relay takes only}. */
    String testInWords() {
        return test.substring(test.indexOf('#') + 1).replace('_', ' ');
    }

    String testClass() {
        return test.substring(0, test.indexOf('#'));
    }

    String testMethod() {
        return test.substring(test.indexOf('#') + 1);
    }
}

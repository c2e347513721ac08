package dev.once.proof.existing;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs the service's tests inside one class loader; only the JDK's types come out. */
final class ExistingServiceRun {

    private ExistingServiceRun() {}

    /** The tests that failed, with their reasons. */
    static List<String> failuresOn(String url, String username, String password) {
        ExistingServiceChecks.database = new String[] {url, username, password};
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(ExistingServiceChecks.class))
                                .build(),
                        listener);
        List<String> failures = new ArrayList<>();
        listener.getSummary()
                .getFailures()
                .forEach(failure ->
                        failures.add(failure.getTestIdentifier().getDisplayName() + ": " + failure.getException()));
        if (listener.getSummary().getTestsFoundCount() < 5) {
            failures.add("Only " + listener.getSummary().getTestsFoundCount() + " tests were found");
        }
        return failures;
    }

    static Map<String, Map<String, String>> seen() {
        return ExistingServiceChecks.SEEN;
    }
}

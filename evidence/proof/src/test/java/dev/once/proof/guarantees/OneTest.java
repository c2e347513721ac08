package dev.once.proof.guarantees;

import java.util.Arrays;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs one test method of this module in a process of its own: exit code 0 for green, 1 for red, 2 for skipped, 3 if there was no test. */
final class OneTest {

    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName(args[0]);
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(type.getDeclaredMethods())
                        .filter(method -> method.getName().equals(args[1]))
                        .map(method -> DiscoverySelectors.selectMethod(type, method))
                        .toList())
                .build();
        LauncherFactory.create().execute(request, summary);
        long run = summary.getSummary().getTestsStartedCount();
        long red = summary.getSummary().getTotalFailureCount();
        boolean skipped = summary.getSummary().getTestsAbortedCount() > 0;
        Runtime.getRuntime().halt(run == 0 ? 3 : skipped ? 2 : red == 0 ? 0 : 1);
    }

    private OneTest() {}
}

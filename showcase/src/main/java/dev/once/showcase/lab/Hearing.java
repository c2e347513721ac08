package dev.once.showcase.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the senders heard, and what it says together with the payments that are there. */
final class Hearing {

    static final Answer SILENCE = new Answer(0, "nothing");

    private final Map<String, List<Answer>> byTenant = new LinkedHashMap<>();

    static String words(Answer answer) {
        return answer.status() == 0 ? "nothing" : answer.status() + " " + answer.text();
    }

    synchronized void heard(String tenant, Answer answer) {
        byTenant.computeIfAbsent(tenant, any -> new ArrayList<>()).add(answer);
    }

    /** How often each status was heard. */
    synchronized Map<String, Long> summary() {
        Map<String, Long> summary = new TreeMap<>();
        byTenant.values()
                .forEach(answers -> answers.forEach(answer -> summary.merge(
                        answer.status() == 0 ? "no answer" : String.valueOf(answer.status()), 1L, Long::sum)));
        return summary;
    }

    synchronized Verdict verdict(Map<String, Long> bookedByTenant) {
        long doubled = 0;
        long lost = 0;
        long stuck = 0;
        long leaked = 0;
        for (var tenant : byTenant.entrySet()) {
            List<Answer> answers = tenant.getValue();
            long booked = bookedByTenant.getOrDefault(tenant.getKey(), 0L);
            boolean acknowledged = answers.stream().anyMatch(Answer::acknowledges);
            doubled += Math.max(0, booked - 1);
            lost += acknowledged && booked == 0 ? 1 : 0;
            stuck += acknowledged ? 0 : answers.size();
            leaked += answers.stream()
                    .filter(answer -> answer.text().startsWith("Receipt")
                            && !answer.text().contains(tenant.getKey()))
                    .count();
        }
        long booked =
                bookedByTenant.values().stream().mapToLong(Long::longValue).sum();
        return new Verdict(byTenant.size(), booked, doubled, lost, stuck, leaked);
    }
}

package dev.once.faults.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Written by the senders as they go: what was sent, and what was heard. */
public final class History {

    /** One intent's part of it. */
    static final class Story {
        final AtomicInteger sends = new AtomicInteger();
        final ConcurrentLinkedQueue<Heard> heard = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<Heard> lost = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<Heard> heardByForgers = new ConcurrentLinkedQueue<>();
        volatile boolean mayBeRefused;

        boolean hasYes() {
            return heard.stream().anyMatch(Heard::isYes);
        }

        /** A clear no was the right answer, and nobody heard anything else. */
        boolean isRefused() {
            return mayBeRefused && heard.stream().allMatch(one -> one.kind() == Heard.Kind.NO);
        }

        /** What was said with a yes, where anything was, heard or lost. */
        Set<String> values() {
            return Stream.concat(heard.stream(), lost.stream())
                    .filter(one -> one.isYes() && !one.value().isEmpty())
                    .map(Heard::value)
                    .collect(Collectors.toSet());
        }

        long countOf(Set<String> values) {
            return heard.stream()
                    .filter(one -> one.isYes() && values.contains(one.value()))
                    .count();
        }
    }

    private final Map<Intent, Story> stories = new ConcurrentHashMap<>();

    /** Before the first byte leaves: whatever happens from here on, it may have arrived. */
    public void sends(Intent intent) {
        story(intent).sends.incrementAndGet();
    }

    public void hears(Intent intent, Heard heard) {
        story(intent).heard.add(heard);
    }

    /** This was answered, and got lost on the way. */
    public void loses(Intent intent, Heard answer) {
        hears(intent, Heard.nothing());
        story(intent).lost.add(answer);
    }

    /** A clear no is a right answer to this one, too. */
    public void mayBeRefused(Intent intent) {
        story(intent).mayBeRefused = true;
    }

    /** Somebody without the right to it has sent the same; that is no send of the intent. */
    public void forgerHears(Intent intent, Heard heard) {
        story(intent).heardByForgers.add(heard);
    }

    public int sendsOf(Intent intent) {
        return story(intent).sends.get();
    }

    public boolean isAcknowledged(Intent intent) {
        return story(intent).hasYes();
    }

    public Set<Intent> intents() {
        return Set.copyOf(stories.keySet());
    }

    /** How many intents heard a yes, and so are owed an effect. */
    public long acknowledged() {
        return stories.values().stream().filter(Story::hasYes).count();
    }

    /** How often each status was heard, 0 being silence. */
    public Map<Integer, Long> statuses() {
        Map<Integer, Long> statuses = new TreeMap<>();
        stories.values().forEach(story -> story.heard.forEach(heard -> statuses.merge(heard.status(), 1L, Long::sum)));
        return statuses;
    }

    boolean knows(Intent intent) {
        return stories.containsKey(intent);
    }

    List<Map.Entry<Intent, Story>> all() {
        return new ArrayList<>(stories.entrySet());
    }

    private Story story(Intent intent) {
        return stories.computeIfAbsent(intent, any -> new Story());
    }
}

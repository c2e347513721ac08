package dev.once.showcase.lab;

import dev.once.faults.verdict.Step;
import dev.once.faults.verdict.Verdict;
import java.util.List;
import java.util.Map;

/** What came of a trial: the verdict, how many answers of each kind were heard, and who did what when. */
public record Result(int sends, Verdict verdict, Map<String, Long> answers, List<Step> timeline) {}

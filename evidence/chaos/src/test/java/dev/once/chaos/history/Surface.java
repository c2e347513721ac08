package dev.once.chaos.history;

import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.Intent;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** How one surface is sent to, and where its effects are. */
public interface Surface {

    /** The n-th thing to be done; asked once, and again for every retry of a failed preparation. */
    Intent intent(int number, SplittableRandom random) throws Exception;

    /** Sends it once more; an exception is silence. */
    Heard send(Intent intent, int copy) throws Exception;

    /** What is in the database now, by the intent it came from. */
    Map<Intent, List<String>> effects() throws Exception;
}

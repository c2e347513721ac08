package dev.once.showcase.surfaces;

import dev.once.showcase.launch.App;

/** What does not change about a surface: its column of the grid, and the code that does it. */
public record Column(
        App app,
        String owner,
        String keyBorn,
        String scope,
        String replayCause,
        String replayAnswer,
        String inFlight,
        String file,
        String code,
        String attempts) {}

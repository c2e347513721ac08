package dev.once.showcase.surfaces;

import dev.once.showcase.launch.App;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/** How the lab talks to one app. */
interface SurfaceLab {

    App app();

    /** A fresh attempt. */
    Try prepare(URI app) throws IOException, InterruptedException;

    /** What is counted: 'credits', 'invoices'. */
    String effectName();

    /** The ledger's newest rows. */
    List<LedgerRow> newest();

    /** One row of a ledger, in the words that all ledgers share. */
    record LedgerRow(String scope, String key, String what, String at) {}
}

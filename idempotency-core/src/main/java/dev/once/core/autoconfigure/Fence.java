package dev.once.core.autoconfigure;

import dev.once.core.Reads;
import dev.once.core.StartupRefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;

/** Looks whether a write outside the core would really fail, before the first request could find out. */
final class Fence implements InitializingBean {

    private static final Logger LOG = LoggerFactory.getLogger(Fence.class);

    private final Reads reads;
    private final boolean required;

    Fence(Reads reads, boolean required) {
        this.reads = reads;
        this.required = required;
    }

    @Override
    public void afterPropertiesSet() {
        boolean up = reads.query("select current_setting('transaction_read_only')")
                .single((row, i) -> row.getString(1))
                .equals("on");
        if (up) {
            LOG.info("Fence: connections are read only by default; only claims and other Once writes can change data");
        } else if (required) {
            throw new StartupRefusedException(
                    "The application's database connections can write by default: a mutation could go around the claim.",
                    "Remove your own spring.datasource.hikari.connection-init-sql or add 'set default_transaction_read_only = on' to it"
                            + " (behind PgBouncer: alter role .. set default_transaction_read_only = on)."
                            + " To run without the fence, say so: once.fence-required=false.");
        } else {
            LOG.warn(
                    "Fence: off by once.fence-required=false; a write outside the core is not stopped by the database");
        }
    }
}

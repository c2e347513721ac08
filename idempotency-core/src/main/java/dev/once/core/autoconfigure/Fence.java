package dev.once.core.autoconfigure;

import dev.once.core.Reads;
import dev.once.core.support.StartupRefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Looks whether a write outside the core would really fail, before the first request could find out. */
final class Fence implements InitializingBean {

    private static final Logger LOG = LoggerFactory.getLogger(Fence.class);

    private final Reads reads;
    private final FenceMode mode;
    private final Environment environment;

    Fence(Reads reads, FenceMode mode, Environment environment) {
        this.reads = reads;
        this.mode = mode;
        this.environment = environment;
    }

    @Override
    public void afterPropertiesSet() {
        refuseTheOldSetting();
        switch (mode) {
            case OFF -> LOG.info("Fence: off; a write outside the core is not stopped (once.fence=warn or enforce)");
            case WARN -> warn();
            case ENFORCE -> enforce();
        }
    }

    private void warn() {
        String settings = String.join(", ", DatabaseDefaults.inEffect(environment));
        if (readOnly()) {
            LOG.info("Fence: connections are read only by default. once.fence=enforce would set {}", settings);
        } else {
            LOG.warn(
                    "Fence: connections can write by default, so a write outside the core is not stopped."
                            + " once.fence=enforce would refuse it, and set {}",
                    settings);
        }
    }

    private void enforce() {
        if (!readOnly()) {
            throw new StartupRefusedException(
                    "The application's database connections can write by default: a mutation could go around the claim.",
                    "Remove your own spring.datasource.hikari.connection-init-sql or add 'set default_transaction_read_only = on' to it"
                            + " (behind PgBouncer: alter role .. set default_transaction_read_only = on),"
                            + " and leave spring.datasource.hikari.isolate-internal-queries at true."
                            + " To run without the fence, say so: once.fence=warn or once.fence=off.");
        }
        LOG.info("Fence: connections are read only by default; only claims and other Once writes can change data");
        LOG.info("Fence: once.fence=enforce has set {}", String.join(", ", DatabaseDefaults.inEffect(environment)));
    }

    private boolean readOnly() {
        return reads.query("select current_setting('transaction_read_only')")
                .single((row, i) -> row.getString(1))
                .equals("on");
    }

    /** Whoever has said that the fence is required must not lose it by an upgrade. */
    private void refuseTheOldSetting() {
        if (Binder.get(environment).bind("once.fence-required", String.class).isBound()) {
            throw new StartupRefusedException(
                    "The setting once.fence-required no longer exists.",
                    "Remove it, and set once.fence=enforce where it was true, once.fence=warn or once.fence=off where it was false.");
        }
    }
}

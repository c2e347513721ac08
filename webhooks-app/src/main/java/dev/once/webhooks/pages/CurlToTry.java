package dev.once.webhooks.pages;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Profile;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** The first thing a developer sees after the start: something to paste. */
@Component
@Profile("demo")
class CurlToTry {

    private static final Logger log = LoggerFactory.getLogger(CurlToTry.class);

    private final SampleSender samples;

    CurlToTry(SampleSender samples) {
        this.samples = samples;
    }

    @EventListener(ApplicationReadyEvent.class)
    void print() {
        log.info("Try this, twice:\n\n{}", samples.curl());
    }
}

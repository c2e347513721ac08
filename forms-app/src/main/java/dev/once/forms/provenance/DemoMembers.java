package dev.once.forms.provenance;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Two people of two organisations to try things out with. They exist in the demo profile only. */
@Component
@Profile("demo")
class DemoMembers implements ApplicationRunner {

    private final Members members;

    DemoMembers(Members members) {
        this.members = members;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        members.add("alice@acme.test", "Acme", "demo");
        members.add("bob@globex.test", "Globex", "demo");
    }
}

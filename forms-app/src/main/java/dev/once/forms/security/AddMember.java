package dev.once.forms.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.once.core.support.StartupRefusedException;
import dev.once.forms.provenance.Members;
import dev.once.web.LimitedSignIn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** The command that makes a user, and ends: see docs/forms.md. The password comes from the environment, not from the arguments. */
@Component
@ConditionalOnProperty("once.forms.add-user")
class AddMember implements ApplicationRunner {

    private static final Logger LOG = LoggerFactory.getLogger(AddMember.class);
    private static final int SHORTEST = 12;
    private static final int BCRYPT_READS = 72;

    private final Members members;
    private final Environment environment;
    private final ConfigurableApplicationContext application;

    AddMember(Members members, Environment environment, ConfigurableApplicationContext application) {
        this.members = members;
        this.environment = environment;
        this.application = application;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        String email = required("once.forms.add-user", "the user's e-mail");
        String organisation = required("once.forms.organisation", "the organisation's name");
        String password =
                required("once.forms.password", "the password, as the environment variable ONCE_FORMS_PASSWORD");
        if (password.length() < SHORTEST || password.getBytes(UTF_8).length > BCRYPT_READS) {
            throw new StartupRefusedException(
                    "The password must have at least 12 characters and at most 72 bytes.", "Choose another one.");
        }
        if (!LimitedSignIn.isName(Members.normal(email))) {
            throw new StartupRefusedException(
                    "Nobody of this name could ever sign in.", "Use an e-mail of 1 to 254 visible ASCII characters.");
        }
        boolean added = members.add(email, organisation, password);
        LOG.info(added ? "Added {} to {}" : "{} exists already; nothing was changed", email, organisation);
        int code = SpringApplication.exit(application);
        System.exit(code);
    }

    private String required(String name, String what) {
        String value = environment.getProperty(name, "");
        if (value.isBlank()) {
            throw new StartupRefusedException(
                    "To add a user, one thing is missing: " + what + ".", "Set " + name + ".");
        }
        return value.strip();
    }
}

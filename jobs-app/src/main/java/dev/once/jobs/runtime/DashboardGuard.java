package dev.once.jobs.runtime;

import dev.once.core.support.StartupRefusedException;
import dev.once.web.OperatorProperties;
import dev.once.web.PasswordStrength;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;

/** Whoever switches JobRunr's dashboard on gives it a password of its own: a browser that knows it can be made to use it. */
@Configuration(proxyBeanMethods = false)
@Profile("!demo")
class DashboardGuard {

    DashboardGuard(Environment environment, OperatorProperties operator) {
        if (!environment.getProperty("jobrunr.dashboard.enabled", Boolean.class, false)) {
            return;
        }
        String username = environment.getProperty("jobrunr.dashboard.username", "");
        String password = environment.getProperty("jobrunr.dashboard.password", "");
        if (username.isBlank() || PasswordStrength.isWeak(username, password)) {
            throw new StartupRefusedException(
                    "JobRunr's dashboard is switched on and anybody could open it.",
                    "Set jobrunr.dashboard.username and jobrunr.dashboard.password (%s), or jobrunr.dashboard.enabled=false."
                            .formatted(PasswordStrength.whatIsNeeded()));
        }
        if (password.equals(operator.password())) {
            throw new StartupRefusedException(
                    "JobRunr's dashboard has the operator's password.",
                    "Give it one of its own in jobrunr.dashboard.password: it is protected less than the other pages.");
        }
    }
}

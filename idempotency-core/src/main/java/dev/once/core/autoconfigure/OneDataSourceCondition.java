package dev.once.core.autoconfigure;

import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;

/** It is plain which data source has the claims: there is one, one is primary, or one is named. */
final class OneDataSourceCondition extends AnyNestedCondition {

    OneDataSourceCondition() {
        super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnSingleCandidate(DataSource.class)
    static class Single {}

    @ConditionalOnProperty("once.data-source")
    static class Named {}
}

package dev.once.test;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.once.core.Idempotency;
import dev.once.core.Write;
import dev.once.core.Writes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** What the rules of a {@link RuleBook} look for. ArchUnit counts what a lambda does to the method it is written in. */
final class Conditions {

    static final DescribedPredicate<JavaClass> TAKE_A_WRITE =
            DescribedPredicate.describe("take a Write", Conditions::takesAWrite);

    private static final String STATEMENT = "org.springframework.jdbc.core.simple.JdbcClient$StatementSpec";

    private static final Set<String> CLAIMING = Set.of("once", "unique", "repeatable");

    private Conditions() {}

    static ArchCondition<JavaClass> takeAWriteFirstWhereTheyUpdate() {
        return condition("take a Write first where they update", (type, events) -> type.getAccessesFromSelf().stream()
                .filter(Conditions::updates)
                .filter(access -> !takesAWriteFirst(access.getOrigin()))
                .forEach(access -> violated(events, access, "but its method's first parameter is no Write")));
    }

    static ArchCondition<JavaClass> holdNoWrite() {
        return condition("hold no Write", (type, events) -> type.getFields().stream()
                .filter(Conditions::holdsAWrite)
                .forEach(field -> violated(events, field, field.getDescription() + " holds a Write")));
    }

    static ArchCondition<JavaClass> callNobodyOutsideInTheWork() {
        return condition("call nobody outside in the work", (type, events) -> type.getCodeUnits().stream()
                .filter(Conditions::makesAClaim)
                .flatMap(method -> method.getAccessesFromSelf().stream())
                .filter(JavaAccess::isDeclaredInLambda)
                .filter(access -> Suspects.REACH_OUTSIDE.test(access.getTargetOwner()))
                .forEach(access -> violated(events, access, "in a lambda beside a claim")));
    }

    static ArchCondition<JavaClass> enqueueNothingBesideAClaim() {
        return condition("enqueue nothing beside a claim", (type, events) -> type.getAccessesFromSelf().stream()
                .filter(access -> Suspects.ENQUEUE.test(access.getTargetOwner()))
                .filter(access -> takesAWrite(type) || makesAClaim(access.getOrigin()))
                .forEach(access -> violated(events, access, "beside a claim")));
    }

    static ArchCondition<JavaClass> stayInTheirApplication(List<String> applications) {
        return condition("stay in their application", (type, events) -> {
            var own = application(type, applications);
            if (own.isPresent()) {
                type.getDirectDependenciesFromSelf().stream()
                        .filter(dependency -> application(dependency.getTargetClass(), applications)
                                .filter(other -> !other.equals(own.get()))
                                .isPresent())
                        .forEach(dependency -> violated(events, dependency, dependency.getDescription()));
            }
        });
    }

    static ArchCondition<JavaClass> comeWithTheCore() {
        var core = Write.class.getProtectionDomain().getCodeSource().getLocation();
        return condition("come with the core", (type, events) -> {
            boolean home = type.getSource()
                    .filter(source -> source.getUri().toString().contains(core.getPath()))
                    .isPresent();
            if (!home) {
                violated(events, type, type.getDescription() + " is in the core's package and not from the core");
            }
        });
    }

    private static boolean takesAWrite(JavaClass type) {
        return type.getCodeUnits().stream()
                .flatMap(method -> method.getRawParameterTypes().stream())
                .anyMatch(Conditions::isAWrite);
    }

    private static boolean takesAWriteFirst(JavaCodeUnit method) {
        return method.getRawParameterTypes().stream().limit(1).anyMatch(Conditions::isAWrite);
    }

    private static boolean updates(JavaAccess<?> access) {
        var owner = access.getTargetOwner();
        return (access.getName().equals("update") && owner.isAssignableTo(STATEMENT))
                || (access.getName().equals("sql") && isAWrite(owner));
    }

    private static boolean makesAClaim(JavaCodeUnit method) {
        return method.getAccessesFromSelf().stream()
                .filter(access -> CLAIMING.contains(access.getName()))
                .map(JavaAccess::getTargetOwner)
                .anyMatch(owner -> owner.isEquivalentTo(Idempotency.class) || owner.isEquivalentTo(Writes.class));
    }

    /** A function that will be given a Write holds none; a supplier, a list or a reference may. */
    private static boolean holdsAWrite(JavaField field) {
        var type = field.getRawType();
        if (isAWrite(type.getBaseComponentType())) {
            return true;
        }
        boolean function = type.isAnnotatedWith(FunctionalInterface.class) && !type.isEquivalentTo(Supplier.class);
        return !function && field.getType().getAllInvolvedRawTypes().stream().anyMatch(Conditions::isAWrite);
    }

    private static boolean isAWrite(JavaClass type) {
        return type.isAssignableTo(Write.class);
    }

    private static Optional<String> application(JavaClass type, List<String> applications) {
        return applications.stream()
                .filter(name -> (type.getPackageName() + ".").startsWith(name + "."))
                .findFirst();
    }

    private static void violated(ConditionEvents events, JavaAccess<?> access, String beside) {
        violated(events, (Object) access, access.getDescription() + " " + beside);
    }

    private static void violated(ConditionEvents events, Object what, String message) {
        events.add(SimpleConditionEvent.violated(what, message));
    }

    private static ArchCondition<JavaClass> condition(String says, BiConsumer<JavaClass, ConditionEvents> check) {
        return new ArchCondition<>(says) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                check.accept(type, events);
            }
        };
    }
}

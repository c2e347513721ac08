package dev.once.test;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaEnumConstant;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.SourceCodeLocation;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.once.core.Idempotency;
import dev.once.core.Write;
import dev.once.core.Writes;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the rules of a {@link RuleBook} look for. */
final class Conditions {

    static final DescribedPredicate<JavaClass> TAKE_A_WRITE =
            DescribedPredicate.describe("take a Write", Conditions::takesAWrite);

    private static final String STATEMENT = "org.springframework.jdbc.core.simple.JdbcClient$StatementSpec";

    private static final Set<String> CLAIMING =
            Set.of("once", "unique", "repeatable", "created", "ok", "noContent", "answer");

    private static final Set<String> LEAVING = Set.of("REQUIRES_NEW", "NOT_SUPPORTED", "NEVER", "NESTED");

    /** Annotations, and where they say of which kind they are. */
    private static final Map<String, String> LEAVING_WHERE = Map.of(
            "org.springframework.transaction.annotation.Transactional", "propagation",
            "jakarta.transaction.Transactional", "value");

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
        return followed("call nobody outside in the work", graph -> graph.work().entrySet().stream()
                .filter(access -> graph.calls(access.getKey(), Suspects::reachOutside))
                .map(access -> new Finding(
                        access.getKey(),
                        "in the work that begins in <" + access.getValue().written() + ">")));
    }

    static ArchCondition<JavaClass> writeEntitiesInTheWorkOnly() {
        return followed("write entities in the work only", graph -> graph.withoutAClaim().stream()
                .filter(access -> graph.calls(access, Suspects::writeEntities))
                .map(access -> new Finding(access, "and there is a way to it without a claim")));
    }

    /** A transaction of another kind than 'join or begin' would end, or do without, the one that the claim is in. */
    static ArchCondition<JavaClass> leaveNoTransaction() {
        return condition("leave no transaction", (type, events) -> Stream.concat(
                        type.getAnnotations().stream(),
                        type.getMethods().stream().flatMap(method -> method.getAnnotations().stream()))
                .filter(annotation ->
                        LEAVING_WHERE.containsKey(annotation.getRawType().getName()))
                .filter(annotation -> annotation
                        .get(LEAVING_WHERE.get(annotation.getRawType().getName()))
                        .filter(kind -> kind instanceof JavaEnumConstant constant && LEAVING.contains(constant.name()))
                        .isPresent())
                .forEach(annotation ->
                        violated(events, annotation, annotation.getDescription() + " leaves the claim's transaction")));
    }

    static ArchCondition<JavaClass> enqueueNothingBesideAClaim() {
        return condition("enqueue nothing beside a claim", (type, events) -> type.getAccessesFromSelf().stream()
                .filter(access -> Suspects.ENQUEUE.test(access.getTargetOwner()))
                .filter(access -> takesAWrite(type) || makesAClaim(access.getOrigin()))
                .forEach(access -> violated(events, access, "beside a claim")));
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
                .anyMatch(owner -> owner.isEquivalentTo(Idempotency.class)
                        || owner.isEquivalentTo(Writes.class)
                        || owner.getName().equals(WorkGraph.OPERATION));
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

    private static void violated(ConditionEvents events, JavaAccess<?> access, String beside) {
        violated(events, (Object) access, access.getDescription() + " " + beside);
    }

    private static void violated(ConditionEvents events, Object what, String message) {
        events.add(SimpleConditionEvent.violated(what, message));
    }

    private record Finding(WorkGraph.Access access, String where) {}

    private static ArchCondition<JavaClass> followed(String says, Function<WorkGraph, Stream<Finding>> find) {
        return new ArchCondition<>(says) {

            private Map<String, List<Finding>> found = Map.of();

            @Override
            public void init(Collection<JavaClass> types) {
                found = find.apply(new WorkGraph(types))
                        .collect(Collectors.groupingBy(
                                finding -> finding.access().from().owner()));
            }

            @Override
            public void check(JavaClass type, ConditionEvents events) {
                Map<String, Integer> times = new HashMap<>();
                for (Finding finding : found.getOrDefault(type.getName(), List.of())) {
                    WorkGraph.Access access = finding.access();
                    String call = "<%s> calls <%s>"
                            .formatted(access.from().written(), access.target().written());
                    // A frozen list knows no lines: the second call of a method must differ from the first, which it
                    // may know.
                    int time = times.merge(call, 1, Integer::sum);
                    String message = "%s in %s %s%s"
                            .formatted(
                                    call,
                                    SourceCodeLocation.of(type, access.line()),
                                    finding.where(),
                                    time == 1 ? "" : ", call " + time);
                    violated(events, access, message);
                }
            }
        };
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

package dev.once.test;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.once.core.Write;
import dev.once.test.Bytecode.Body;
import dev.once.test.Bytecode.Call;
import dev.once.test.Bytecode.CodeUnit;
import dev.once.test.Bytecode.Lambda;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the work of claims begins in the analysed classes, and where it goes from there. It begins in whatever takes a
 * {@code Write}, and in the lambdas, method references and objects that are handed to a method which hands them on into such
 * work. It goes through the analysed classes only; a call of an interface goes to all its implementations there.
 */
final class WorkGraph {

    /** A call, or a method that is referred to. */
    record Access(CodeUnit from, CodeUnit target, int line) {}

    private static final Set<String> WRITES = Stream.concat(
                    Stream.of(Write.class), Stream.of(Write.class.getPermittedSubclasses()))
            .map(Class::getName)
            .collect(Collectors.toUnmodifiableSet());

    /** Of the core's web part: whatever it is handed is work, and need not take a Write. */
    static final String OPERATION = "dev.once.core.web.OnceOperation$Request";

    private final Map<String, JavaClass> analysed = new HashMap<>();
    private final Map<String, JavaClass> known = new HashMap<>();
    private final Map<CodeUnit, Body> bodies = new LinkedHashMap<>();
    private final Map<String, List<Lambda>> lambdas = new HashMap<>();
    private final Set<CodeUnit> beginnings = new LinkedHashSet<>();
    private final Map<CodeUnit, Set<String>> handedOn = new HashMap<>();
    private final Set<Access> handedOutside = new LinkedHashSet<>();

    WorkGraph(Collection<JavaClass> types) {
        for (JavaClass type : types) {
            analysed.put(type.getName(), type);
            Stream.concat(
                            type.getAccessesFromSelf().stream().map(JavaAccess::getTargetOwner),
                            type.getCodeUnits().stream().flatMap(unit -> unit.getRawParameterTypes().stream()))
                    .forEach(other -> known.put(other.getName(), other));
        }
        known.putAll(analysed);
        types.stream().flatMap(type -> Bytecode.read(type).stream()).forEach(body -> {
            bodies.put(body.unit(), body);
            body.lambdas().forEach(lambda -> lambdas.computeIfAbsent(lambda.type(), type -> new ArrayList<>())
                    .add(lambda));
        });
        bodies.keySet().stream()
                .filter(unit -> unit.parameters().stream().anyMatch(WRITES::contains))
                .forEach(beginnings::add);
        while (findMore()) {}
    }

    /** Everything that the work does, with the unit that its work begins in. */
    Map<Access, CodeUnit> work() {
        Map<CodeUnit, CodeUnit> from = new LinkedHashMap<>();
        Deque<CodeUnit> next = new ArrayDeque<>(beginnings);
        beginnings.forEach(unit -> from.put(unit, unit));
        while (!next.isEmpty()) {
            CodeUnit unit = next.remove();
            steps(unit)
                    .filter(step -> from.putIfAbsent(step, from.get(unit)) == null)
                    .forEach(next::add);
        }
        Map<Access, CodeUnit> accesses = new LinkedHashMap<>();
        handedOutside.forEach(access -> accesses.put(access, access.from()));
        from.forEach((unit, beginning) -> accesses(unit).forEach(access -> accesses.put(access, beginning)));
        return accesses;
    }

    /** Everything that can be reached from where nobody of the analysed classes has called, without a claim on the way. */
    Set<Access> withoutAClaim() {
        Set<CodeUnit> called = new HashSet<>();
        bodies.keySet()
                .forEach(unit -> steps(unit).filter(step -> !step.equals(unit)).forEach(called::add));
        Set<CodeUnit> reached = new LinkedHashSet<>(bodies.keySet());
        reached.removeAll(called);
        reached.removeAll(beginnings);
        Deque<CodeUnit> next = new ArrayDeque<>(reached);
        while (!next.isEmpty()) {
            steps(next.remove())
                    .filter(step -> !beginnings.contains(step) && reached.add(step))
                    .forEach(next::add);
        }
        Set<Access> accesses = new LinkedHashSet<>();
        reached.forEach(unit -> accesses(unit).forEach(accesses::add));
        return accesses;
    }

    /** Whether it is a call of a method like this: by its owner and its name. */
    boolean calls(Access access, BiPredicate<JavaClass, String> method) {
        JavaClass owner = known.get(access.target().owner());
        return owner != null && method.test(owner, access.target().name());
    }

    private Stream<Access> accesses(CodeUnit unit) {
        return Optional.ofNullable(bodies.get(unit)).stream()
                .flatMap(body -> Stream.concat(
                        body.calls().stream().map(call -> new Access(unit, call.target(), call.line())),
                        body.lambdas().stream().map(lambda -> new Access(unit, lambda.target(), lambda.line()))));
    }

    private Stream<CodeUnit> steps(CodeUnit unit) {
        return Optional.ofNullable(bodies.get(unit)).stream()
                .flatMap(body -> Stream.concat(
                        body.calls().stream().flatMap(call -> targets(call.target(), call.overridable())),
                        body.lambdas().stream().flatMap(this::runs)));
    }

    /** What a lambda runs, and what it has captured to run. */
    private Stream<CodeUnit> runs(Lambda lambda) {
        return Stream.concat(
                targets(lambda.target(), true), lambda.handed().stream().flatMap(this::runs));
    }

    private Stream<CodeUnit> targets(CodeUnit called, boolean overridable) {
        JavaClass owner = analysed.get(called.owner());
        if (owner == null) {
            return Stream.empty();
        }
        Stream<CodeUnit> declared = Stream.of(
                        Stream.of(owner), owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream())
                .flatMap(types -> types)
                .map(type -> in(type, called))
                .filter(bodies::containsKey)
                .limit(1);
        if (!overridable) {
            return declared;
        }
        Stream<CodeUnit> overriding =
                owner.getAllSubclasses().stream().map(type -> in(type, called)).filter(bodies::containsKey);
        Stream<CodeUnit> written = lambdas.getOrDefault(called.owner(), List.of()).stream()
                .filter(lambda -> lambda.method().equals(called.name()))
                .flatMap(this::runs);
        return Stream.of(declared, overriding, written).flatMap(units -> units);
    }

    private static CodeUnit in(JavaClass type, CodeUnit called) {
        return new CodeUnit(type.getName(), called.name(), called.descriptor());
    }

    private boolean findMore() {
        boolean more = false;
        for (Body body : bodies.values()) {
            for (Lambda lambda : body.lambdas()) {
                Collection<String> types = beginnings.contains(lambda.target())
                        ? lambda.captured()
                        : handedOn.getOrDefault(lambda.target(), Set.of());
                more |= handOn(body, lambda.handed(), types);
            }
            for (Call call : body.calls()) {
                List<String> types = targets(call.target(), call.overridable())
                        .flatMap(target -> handedOn.getOrDefault(target, Set.of()).stream())
                        .toList();
                more |= handOn(body, call.handed(), types);
                if (call.target().owner().equals(OPERATION)) {
                    more |= call.handed().stream()
                            .map(lambda -> begins(body, lambda))
                            .reduce(false, Boolean::logicalOr);
                }
            }
        }
        return more;
    }

    private boolean begins(Body body, Lambda lambda) {
        return bodies.containsKey(lambda.target())
                ? beginnings.add(lambda.target())
                : handedOutside.add(new Access(body.unit(), lambda.target(), lambda.line()));
    }

    /** Something of these types goes from this body into the work: it was made here, or was handed to it. */
    private boolean handOn(Body body, List<Lambda> handed, Collection<String> types) {
        boolean more = false;
        List<String> parameters = body.unit().parameters();
        for (String type : types) {
            JavaClass known = this.known.get(type);
            if (known == null || !known.isInterface()) {
                continue;
            }
            if (parameters.contains(type)) {
                more |= handedOn.computeIfAbsent(body.unit(), unit -> new HashSet<>())
                        .add(type);
            }
            for (Lambda lambda : handed) {
                if (lambda.type().equals(type)) {
                    more |= begins(body, lambda);
                }
            }
            more |= beginnings.addAll(methodsOfObjectsMadeIn(body, known));
        }
        return more;
    }

    private List<CodeUnit> methodsOfObjectsMadeIn(Body body, JavaClass type) {
        List<CodeUnit> found = new ArrayList<>();
        for (Call call : body.calls()) {
            JavaClass made = analysed.get(call.target().owner());
            if (call.target().name().equals("<init>") && made != null && made.isAssignableTo(type.getName())) {
                bodies.keySet().stream()
                        .filter(unit -> unit.owner().equals(made.getName()))
                        .filter(unit -> type.getMethods().stream()
                                .anyMatch(method -> method.getName().equals(unit.name())))
                        .forEach(found::add);
            }
        }
        return found;
    }
}

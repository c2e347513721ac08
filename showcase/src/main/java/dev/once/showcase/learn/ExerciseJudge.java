package dev.once.showcase.learn;

import dev.once.core.support.Infrastructure;
import dev.once.faults.verdict.Ordeal;
import dev.once.faults.verdict.Step;
import dev.once.showcase.broken.PlainJdbc;
import dev.once.showcase.lab.LabTables;
import dev.once.showcase.lab.Result;
import dev.once.showcase.lab.StagedDataSource;
import dev.once.showcase.lab.Trial;
import dev.once.showcase.lab.Variant;
import dev.once.showcase.learn.InMemoryCompiler.CompileException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Sends payments through an exercise, by the same ordeals that the broken variants go through, with fresh keys and amounts. */
@Infrastructure("hands exercises the connections that they are judged on")
final class ExerciseJudge {

    private static final int SENDS = 6;
    private static final int SECONDS = 20;

    private final DataSource dataSource;
    private final LabTables tables;

    ExerciseJudge(DataSource dataSource, LabTables tables) {
        this.dataSource = dataSource;
        this.tables = tables;
    }

    /** What each ordeal has found, up to the first damage or through to the end. */
    Map<Ordeal, Result> judge(Exercise exercise, String source, boolean throughToTheEnd) throws CompileException {
        Constructor<? extends Variant> maker = variantIn(InMemoryCompiler.compile(source));
        Map<Ordeal, Result> results = new LinkedHashMap<>();
        for (Ordeal ordeal : exercise.ordeals()) {
            Result result = tried(maker, ordeal, SENDS);
            results.put(ordeal, result);
            if (!result.verdict().isClean() && !throughToTheEnd) {
                // Two workers are enough to tell the story.
                results.put(
                        ordeal,
                        new Result(result.sends(), result.verdict(), result.answers(), timeline(maker, ordeal)));
                break;
            }
        }
        return results;
    }

    private List<Step> timeline(Constructor<? extends Variant> maker, Ordeal ordeal) throws CompileException {
        return tried(maker, ordeal, 2).timeline();
    }

    private Result tried(Constructor<? extends Variant> maker, Ordeal ordeal, int sends) throws CompileException {
        List<Variant> instances = List.of(made(maker), made(maker));
        try {
            return CompletableFuture.supplyAsync(
                            () -> Trial.run(instances, ordeal, sends, tables), ExerciseJudge::inThread)
                    .get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new CompileException("It did not end within " + SECONDS + " seconds: " + ordeal.story());
        } catch (ExecutionException e) {
            throw new CompileException(ordeal.story() + "\n" + e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompileException("Interrupted.");
        }
    }

    private static void inThread(Runnable trial) {
        Thread thread = new Thread(trial, "exercise");
        thread.setDaemon(true);
        thread.start();
    }

    private static Constructor<? extends Variant> variantIn(List<Class<?>> classes) throws CompileException {
        Class<? extends Variant> variant = classes.stream()
                .filter(Variant.class::isAssignableFrom)
                .findFirst()
                .orElseThrow(() -> new CompileException("No class in this file handles a delivery yet."))
                .asSubclass(Variant.class);
        Constructor<? extends Variant> constructor = Stream.of(variant.getDeclaredConstructors())
                .filter(one -> one.getParameterCount() == 1 && one.getParameterTypes()[0] == DataSource.class)
                .findFirst()
                .map(one -> ExerciseJudge.<Variant>asMaker(one))
                .orElseThrow(() -> new CompileException("The class needs a constructor that takes a DataSource."));
        constructor.setAccessible(true);
        return constructor;
    }

    @SuppressWarnings("unchecked")
    private static <T> Constructor<? extends T> asMaker(Constructor<?> constructor) {
        return (Constructor<? extends T>) constructor;
    }

    private Variant made(Constructor<? extends Variant> maker) throws CompileException {
        try {
            boolean staged = PlainJdbc.class.isAssignableFrom(maker.getDeclaringClass());
            return maker.newInstance(staged ? dataSource : new StagedDataSource(dataSource));
        } catch (InvocationTargetException e) {
            throw new CompileException("Its constructor throws " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new CompileException("It cannot be made: " + e);
        }
    }
}

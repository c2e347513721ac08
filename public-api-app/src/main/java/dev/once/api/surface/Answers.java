package dev.once.api.surface;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What an operation takes and gives, for the published document: the methods themselves deal in bytes. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Answers {

    int[] status();

    Class<?> body() default Void.class;

    /** The body of the request. */
    Class<?> takes() default Void.class;

    /** Whether the request must have one. */
    boolean bodyRequired() default true;

    /** Refusals of its own, beyond those that every operation has. */
    int[] refuses() default {};
}

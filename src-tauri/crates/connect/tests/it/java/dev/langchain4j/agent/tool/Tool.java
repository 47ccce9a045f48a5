package dev.langchain4j.agent.tool;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands in for the annotation of that name. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Tool {
    String name() default "";

    String[] value() default "";
}

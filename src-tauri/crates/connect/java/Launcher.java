package studio;

import java.io.ByteArrayInputStream;
import java.io.PrintStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * Calls one method of one class: {@code java studio.Launcher CLASS [METHOD]}.
 *
 * <p>Standard input holds {@code {"tool": NAME, "parameters": [NAME…], "arguments": {…}}}. The result goes to standard
 * output as JSON with status 0; what went wrong goes there as text with status 1. Whatever the class itself prints goes
 * to standard error.
 */
final class Launcher {
    private static final int FAILED = 1;
    private static final int OUT_OF_MEMORY = 99;
    private static final String TOOL = "dev.langchain4j.agent.tool.Tool";

    private Launcher() {}

    public static void main(String[] names) {
        PrintStream answers = System.out;
        System.setOut(System.err);
        int status = 0;
        String said;
        try {
            Map<?, ?> request = (Map<?, ?>) JsonReader.read(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
            System.setIn(new ByteArrayInputStream(new byte[0]));
            said = JsonWriter.write(call(names[0], names.length > 1 ? names[1] : null, request));
        } catch (Mistake mistake) {
            status = FAILED;
            said = mistake.getMessage();
        } catch (OutOfMemoryError error) {
            status = OUT_OF_MEMORY;
            said = "";
        } catch (Throwable error) {
            status = isOutOfMemory(error) ? OUT_OF_MEMORY : FAILED;
            error.printStackTrace();
            said = error.toString();
        }
        System.err.flush();
        byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
        answers.write(bytes, 0, bytes.length);
        answers.flush();
        // Threads the class has left do not keep the call waiting.
        Runtime.getRuntime().halt(status);
    }

    /** Something to tell the user, without a stack. */
    static final class Mistake extends RuntimeException {
        private static final long serialVersionUID = 1;

        Mistake(String message) {
            super(message, null, false, false);
        }
    }

    private static boolean isOutOfMemory(Throwable error) {
        for (Throwable at = error; at != null; at = at.getCause()) {
            if (at instanceof OutOfMemoryError) {
                return true;
            }
        }
        return false;
    }

    private static Object call(String className, String methodName, Map<?, ?> request) throws Throwable {
        Class<?> type = load(className);
        Method method = find(type, methodName, (String) request.get("tool"));
        Object[] values = values(method, (List<?>) request.get("parameters"), (Map<?, ?>) request.get("arguments"));
        Object target = Modifier.isStatic(method.getModifiers()) ? null : create(type);
        try {
            method.setAccessible(true);
            Object result = method.invoke(target, values);
            return result instanceof Future<?> future ? future.get() : result;
        } catch (InvocationTargetException | java.util.concurrent.ExecutionException error) {
            Throwable cause = error.getCause();
            cause.setStackTrace(theirs(cause.getStackTrace()));
            throw cause;
        }
    }

    /** A stack without the frames that lead to the tool's own. */
    private static StackTraceElement[] theirs(StackTraceElement[] stack) {
        int end = stack.length;
        while (end > 0 && isOurs(stack[end - 1].getClassName())) {
            end--;
        }
        return Arrays.copyOf(stack, end);
    }

    private static boolean isOurs(String name) {
        return name.startsWith("studio.") || name.startsWith("java.lang.reflect.")
                || name.startsWith("jdk.internal.reflect.");
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException error) {
            throw new Mistake("The class " + name + " wasn't found on the tool's class path.");
        } catch (NoClassDefFoundError error) {
            throw new Mistake("The class " + name + " can't be loaded: " + error.getMessage()
                    + " is missing from the class path.");
        } catch (UnsupportedClassVersionError error) {
            throw new Mistake("The class " + name + " was compiled for a newer version of Java: " + error.getMessage());
        }
    }

    private static Object create(Class<?> type) throws Throwable {
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (NoSuchMethodException | InstantiationException error) {
            throw new Mistake("The class " + type.getName() + " can't be created. Add a constructor without "
                    + "parameters, or make the method static.");
        } catch (InvocationTargetException error) {
            throw error.getCause();
        }
    }

    private static Method find(Class<?> type, String name, String tool) {
        List<Method> all = methods(type);
        List<Method> found = new ArrayList<>(all);
        if (name != null) {
            found.removeIf(method -> !method.getName().equals(name));
            if (found.isEmpty()) {
                throw new Mistake("The class " + type.getName() + " has no method " + name + ". It has: " + list(all));
            }
            if (found.size() > 1) {
                keep(found, method -> annotation(method) != null);
            }
        } else {
            found.removeIf(method -> annotation(method) == null);
            if (found.isEmpty()) {
                throw new Mistake("The class " + type.getName() + " has no method annotated with @Tool. Annotate one, "
                        + "or enter one as the tool's method: " + list(all));
            }
            if (found.size() > 1) {
                keep(found, method -> tool != null && tool.equals(toolName(method)));
            }
        }
        if (found.size() > 1) {
            throw new Mistake("The class " + type.getName() + " has several matching methods: " + list(found)
                    + (name == null ? " Enter one as the tool's method." : " Annotate one of them with @Tool."));
        }
        return found.get(0);
    }

    /** Keeps what fits, or all where nothing does. */
    private static void keep(List<Method> methods, java.util.function.Predicate<Method> fits) {
        if (methods.stream().anyMatch(fits)) {
            methods.removeIf(fits.negate());
        }
    }

    /** Its own methods and those it inherits, but for what every object has. */
    private static List<Method> methods(Class<?> type) {
        Map<String, Method> found = new LinkedHashMap<>();
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            types.add(at);
        }
        for (Class<?> at : new ArrayList<>(types)) {
            types.addAll(Arrays.asList(at.getInterfaces()));
        }
        for (Class<?> at : types) {
            for (Method method : at.getDeclaredMethods()) {
                if (!method.isSynthetic() && !Modifier.isAbstract(method.getModifiers())) {
                    found.putIfAbsent(method.getName() + Arrays.toString(method.getParameterTypes()), method);
                }
            }
        }
        return new ArrayList<>(found.values());
    }

    private static String list(List<Method> methods) {
        return methods.stream()
                .map(method -> method.getName() + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")")))
                .sorted()
                .collect(Collectors.joining(", ", "", "."));
    }

    private static Annotation annotation(Method method) {
        return Arrays.stream(method.getAnnotations())
                .filter(it -> it.annotationType().getName().equals(TOOL)
                        || it.annotationType().getSimpleName().equals("Tool"))
                .findFirst()
                .orElse(null);
    }

    /** What the annotation calls it, or its own name. */
    private static String toolName(Method method) {
        String name = element(annotation(method), "name");
        return name == null ? method.getName() : name;
    }

    /** A text of an annotation, unless it is empty or not there. */
    private static String element(Annotation annotation, String name) {
        try {
            Method method = annotation.annotationType().getDeclaredMethod(name);
            method.setAccessible(true);
            return method.invoke(annotation) instanceof String text && !text.isBlank() ? text : null;
        } catch (ReflectiveOperationException error) {
            return null;
        }
    }

    private static Object[] values(Method method, List<?> order, Map<?, ?> arguments) {
        Parameter[] parameters = method.getParameters();
        String[] names = new String[parameters.length];
        Arrays.setAll(names, at -> name(parameters[at], order));
        if (parameters.length == 1 && parameters[0].getType() == Map.class && !order.contains(names[0])) {
            return new Object[] {Convert.to(parameters[0].getParameterizedType(), arguments, "arguments")};
        }
        if (!order.containsAll(Arrays.asList(names))) {
            names = byOrder(method, order, names);
        }
        Object[] values = new Object[parameters.length];
        for (int at = 0; at < values.length; at++) {
            values[at] = Convert.to(parameters[at].getParameterizedType(), arguments.get(names[at]), names[at]);
        }
        return values;
    }

    private static String[] byOrder(Method method, List<?> order, String[] names) {
        if (order.size() != names.length) {
            throw new Mistake("The method " + method.getName() + " has " + names.length + " parameters but the tool "
                    + "has " + order.size() + ", and they can't be matched by name. Use the same names for both, "
                    + "and compile the class with -parameters.");
        }
        return order.stream().map(String.class::cast).toArray(String[]::new);
    }

    /** What the tool calls a parameter: by its annotation, or by its own name where that was compiled in. */
    private static String name(Parameter parameter, List<?> known) {
        for (Annotation annotation : ((AnnotatedElement) parameter).getAnnotations()) {
            for (String element : List.of("name", "value")) {
                String name = element(annotation, element);
                if (name != null && known.contains(name)) {
                    return name;
                }
            }
        }
        return parameter.isNamePresent() ? parameter.getName() : null;
    }
}

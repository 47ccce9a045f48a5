package studio;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes JSON (RFC 8259) of most things: collections, records, beans, and plain values. */
final class JsonWriter {
    private static final int DEEPEST = 100;

    private JsonWriter() {}

    static String write(Object value) throws Throwable {
        StringBuilder json = new StringBuilder();
        write(value, json, 0);
        return json.toString();
    }

    private static void write(Object value, StringBuilder json, int depth) throws Throwable {
        if (depth > DEEPEST) {
            throw new Launcher.Mistake("The result is nested more than " + DEEPEST + " levels deep, or contains "
                    + "itself.");
        }
        if (value == null || value instanceof Boolean) {
            json.append(value);
        } else if (value instanceof Number number) {
            number(number, json);
        } else if (value instanceof Optional<?> optional) {
            write(optional.orElse(null), json, depth);
        } else if (value instanceof Map<?, ?> map) {
            Map<String, Object> entries = new LinkedHashMap<>();
            map.forEach((name, entry) -> entries.put(String.valueOf(name), entry));
            object(entries, json, depth);
        } else if (value instanceof Iterable<?> items && !(value instanceof java.nio.file.Path)) {
            array(items, json, depth);
        } else if (value.getClass().isArray()) {
            List<Object> items = new ArrayList<>();
            for (int at = 0; at < Array.getLength(value); at++) {
                items.add(Array.get(value, at));
            }
            array(items, json, depth);
        } else if (value instanceof Enum<?> constant) {
            string(constant.name(), json);
        } else if (isPlain(value.getClass())) {
            string(value.toString(), json);
        } else {
            object(properties(value), json, depth);
        }
    }

    /** Dates, addresses, and all else of Java itself say best what they are themselves. */
    private static boolean isPlain(Class<?> type) {
        return type.getName().startsWith("java.") || type.getName().startsWith("sun.");
    }

    private static void number(Number number, StringBuilder json) {
        double real = number.doubleValue();
        boolean isReal = number instanceof Double || number instanceof Float;
        if (isReal && (Double.isNaN(real) || Double.isInfinite(real))) {
            throw new Launcher.Mistake("The result contains a number that JSON doesn't support: " + number + ".");
        }
        json.append(number);
    }

    private static void object(Map<String, Object> entries, StringBuilder json, int depth) throws Throwable {
        String before = "{";
        for (Map.Entry<String, Object> entry : entries.entrySet()) {
            json.append(before);
            string(entry.getKey(), json);
            json.append(':');
            write(entry.getValue(), json, depth + 1);
            before = ",";
        }
        json.append(entries.isEmpty() ? "{}" : "}");
    }

    private static void array(Iterable<?> items, StringBuilder json, int depth) throws Throwable {
        json.append('[');
        String before = "";
        for (Object item : items) {
            json.append(before);
            write(item, json, depth + 1);
            before = ",";
        }
        json.append(']');
    }

    private static void string(String text, StringBuilder json) {
        json.append('"');
        for (int at = 0; at < text.length(); at++) {
            char next = text.charAt(at);
            boolean isPaired = Character.isHighSurrogate(next) && at + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(at + 1));
            if (isPaired) {
                json.append(next).append(text.charAt(++at));
            } else if (next == '"' || next == '\\') {
                json.append('\\').append(next);
            } else if (next < ' ') {
                json.append(String.format("\\u%04x", (int) next));
            } else {
                // Half a character is none.
                json.append(Character.isSurrogate(next) ? '\uFFFD' : next);
            }
        }
        json.append('"');
    }

    /** What a record or a bean shows: its components, or its public getters and fields. */
    private static Map<String, Object> properties(Object value) throws Throwable {
        Map<String, Object> properties = new LinkedHashMap<>();
        Class<?> type = value.getClass();
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                properties.put(component.getName(), get(component.getAccessor(), value));
            }
            return properties;
        }
        for (Field field : type.getFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                properties.put(field.getName(), field.get(value));
            }
        }
        Method[] methods = type.getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            String name = property(method);
            if (name != null) {
                properties.put(name, get(method, value));
            }
        }
        return properties;
    }

    private static Object get(Method method, Object value) throws Throwable {
        try {
            method.setAccessible(true);
            return method.invoke(value);
        } catch (InvocationTargetException error) {
            throw error.getCause();
        }
    }

    private static String property(Method method) {
        boolean isGetter = method.getParameterCount() == 0 && !Modifier.isStatic(method.getModifiers())
                && method.getReturnType() != void.class && method.getDeclaringClass() != Object.class;
        String name = method.getName();
        if (!isGetter) {
            return null;
        }
        if (name.startsWith("get") && name.length() > 3) {
            return Character.toLowerCase(name.charAt(3)) + name.substring(4);
        }
        boolean isFlag = name.startsWith("is") && name.length() > 2 && method.getReturnType() == boolean.class;
        return isFlag ? Character.toLowerCase(name.charAt(2)) + name.substring(3) : null;
    }
}

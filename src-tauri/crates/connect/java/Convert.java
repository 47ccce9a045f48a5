package studio;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes values of Java's types of what was read from JSON. */
final class Convert {
    private Convert() {}

    /** The value as the type wants it; {@code name} says in a message what it is. */
    static Object to(Type type, Object value, String name) {
        Class<?> raw = raw(type);
        if (raw == Optional.class) {
            return Optional.ofNullable(value == null ? null : to(inner(type, 0), value, name));
        }
        if (value == null) {
            if (raw.isPrimitive()) {
                throw new Launcher.Mistake("The argument “" + name + "” is missing, but a Java " + raw.getName()
                        + " can't be empty. Make it required, or give it a default.");
            }
            return null;
        }
        if (raw.isArray()) {
            Type item = type instanceof GenericArrayType array ? array.getGenericComponentType() : raw.getComponentType();
            List<?> items = items(item, value, name);
            Object array = Array.newInstance(raw.getComponentType(), items.size());
            for (int at = 0; at < items.size(); at++) {
                Array.set(array, at, items.get(at));
            }
            return array;
        }
        if (raw.isAssignableFrom(ArrayList.class) && Iterable.class.isAssignableFrom(raw)) {
            return items(inner(type, 0), value, name);
        }
        if (Collection.class.isAssignableFrom(raw) && raw.isAssignableFrom(LinkedHashSet.class)) {
            return new LinkedHashSet<>(items(inner(type, 0), value, name));
        }
        if (raw.isAssignableFrom(LinkedHashMap.class) && Map.class.isAssignableFrom(raw)) {
            Map<String, Object> map = new LinkedHashMap<>();
            entries(value, raw, name)
                    .forEach((key, item) -> map.put((String) key, to(inner(type, 1), item, name + "." + key)));
            return map;
        }
        if (raw == Object.class) {
            return natural(value);
        }
        return single(raw, value, name);
    }

    private static Object single(Class<?> raw, Object value, String name) {
        Class<?> boxed = boxed(raw);
        if (boxed == Boolean.class && value instanceof Boolean) {
            return value;
        }
        if (Number.class.isAssignableFrom(boxed) && value instanceof BigDecimal number) {
            return number(boxed, number, name);
        }
        if (raw.isAssignableFrom(String.class)) {
            return value instanceof String ? value : text(value);
        }
        if (boxed == Character.class && value instanceof String text && text.length() == 1) {
            return text.charAt(0);
        }
        if (raw.isEnum() && value instanceof String text) {
            return constant(raw, text, name);
        }
        if (value instanceof Map<?, ?> entries) {
            return raw.isRecord() ? record(raw, entries, name) : bean(raw, entries, name);
        }
        if (value instanceof String text) {
            return parsed(raw, text, name);
        }
        throw unfit(raw, value, name);
    }

    private static Object number(Class<?> type, BigDecimal number, String name) {
        try {
            if (type == Integer.class) {
                return number.intValueExact();
            } else if (type == Long.class) {
                return number.longValueExact();
            } else if (type == Short.class) {
                return number.shortValueExact();
            } else if (type == Byte.class) {
                return number.byteValueExact();
            } else if (type == Double.class) {
                return number.doubleValue();
            } else if (type == Float.class) {
                return number.floatValue();
            } else if (type == BigInteger.class) {
                return number.toBigIntegerExact();
            }
            return type == BigDecimal.class ? number : natural(number);
        } catch (ArithmeticException error) {
            throw unfit(type, number, name);
        }
    }

    private static Object constant(Class<?> type, String text, String name) {
        Object[] constants = type.getEnumConstants();
        for (Object constant : constants) {
            if (((Enum<?>) constant).name().equals(text)) {
                return constant;
            }
        }
        for (Object constant : constants) {
            if (((Enum<?>) constant).name().equalsIgnoreCase(text)) {
                return constant;
            }
        }
        throw new Launcher.Mistake("The argument “" + name + "” is “" + text + "”, but must be one of "
                + Arrays.toString(constants) + ".");
    }

    /** Dates, durations, identifiers: whatever has a static method that makes one of a text. */
    private static Object parsed(Class<?> type, String text, String name) {
        for (String maker : List.of("parse", "fromString", "valueOf", "of")) {
            for (Class<?> kind : List.of(CharSequence.class, String.class)) {
                try {
                    Method method = type.getMethod(maker, kind);
                    if (Modifier.isStatic(method.getModifiers()) && type.isAssignableFrom(method.getReturnType())) {
                        return method.invoke(null, text);
                    }
                } catch (InvocationTargetException error) {
                    throw new Launcher.Mistake("The argument “" + name + "” is “" + text + "”, which isn't a valid "
                            + type.getSimpleName() + ": " + error.getCause().getMessage());
                } catch (ReflectiveOperationException error) {
                    continue;
                }
            }
        }
        throw unfit(type, text, name);
    }

    private static Object record(Class<?> type, Map<?, ?> entries, String name) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new);
        Object[] values = Arrays.stream(components)
                .map(it -> to(it.getGenericType(), entries.get(it.getName()), name + "." + it.getName()))
                .toArray();
        return make(type, types, values, name);
    }

    private static Object bean(Class<?> type, Map<?, ?> entries, String name) {
        Object bean = make(type, new Class<?>[0], new Object[0], name);
        entries.forEach((key, value) -> set(type, bean, (String) key, value, name + "." + key));
        return bean;
    }

    private static void set(Class<?> type, Object bean, String key, Object value, String name) {
        if (key.isEmpty()) {
            return;
        }
        String setter = "set" + Character.toUpperCase(key.charAt(0)) + key.substring(1);
        try {
            for (Method method : type.getMethods()) {
                if (method.getName().equals(setter) && method.getParameterCount() == 1) {
                    method.setAccessible(true);
                    method.invoke(bean, to(method.getGenericParameterTypes()[0], value, name));
                    return;
                }
            }
            var field = type.getField(key);
            field.setAccessible(true);
            field.set(bean, to(field.getGenericType(), value, name));
        } catch (NoSuchFieldException error) {
            throw new Launcher.Mistake("The argument “" + name + "” isn't a property of " + type.getName() + ".");
        } catch (InvocationTargetException error) {
            throw new Launcher.Mistake("The argument “" + name + "” was rejected: " + error.getCause());
        } catch (IllegalAccessException error) {
            throw new Launcher.Mistake("The argument “" + name + "” can't be set: " + error.getMessage());
        }
    }

    private static Object make(Class<?> type, Class<?>[] types, Object[] values, String name) {
        try {
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException error) {
            throw new Launcher.Mistake("The argument “" + name + "” was rejected: " + error.getCause());
        } catch (ReflectiveOperationException error) {
            throw new Launcher.Mistake("The argument “" + name + "” is an object, which can't be converted to "
                    + type.getName() + ".");
        }
    }

    private static List<Object> items(Type type, Object value, String name) {
        if (!(value instanceof List<?> list)) {
            throw unfit(List.class, value, name);
        }
        List<Object> items = new ArrayList<>();
        for (Object item : list) {
            items.add(to(type, item, name + "[" + items.size() + "]"));
        }
        return items;
    }

    private static Map<?, ?> entries(Object value, Class<?> type, String name) {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw unfit(type, value, name);
    }

    /** What somebody expects who asked for any object. */
    private static Object natural(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> all = new LinkedHashMap<>();
            map.forEach((key, item) -> all.put(key, natural(item)));
            return all;
        }
        if (value instanceof List<?> list) {
            List<Object> all = new ArrayList<>();
            list.forEach(item -> all.add(natural(item)));
            return all;
        }
        if (!(value instanceof BigDecimal number)) {
            return value;
        }
        if (number.scale() > 0) {
            return number.doubleValue();
        }
        try {
            long whole = number.longValueExact();
            return whole == (int) whole ? (Object) (int) whole : (Object) whole;
        } catch (ArithmeticException error) {
            return number.toBigInteger();
        }
    }

    private static String text(Object value) {
        try {
            return JsonWriter.write(value);
        } catch (Throwable error) {
            return String.valueOf(value);
        }
    }

    private static Launcher.Mistake unfit(Class<?> type, Object value, String name) {
        return new Launcher.Mistake("The argument “" + name + "” is " + text(value)
                + ", which can't be converted to a Java " + type.getSimpleName() + ".");
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        } else if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        } else if (type instanceof GenericArrayType array) {
            return raw(array.getGenericComponentType()).arrayType();
        } else if (type instanceof WildcardType wild) {
            return raw(wild.getUpperBounds()[0]);
        }
        return type instanceof TypeVariable<?> variable ? raw(variable.getBounds()[0]) : Object.class;
    }

    private static Type inner(Type type, int at) {
        return type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[at] : Object.class;
    }

    private static Class<?> boxed(Class<?> type) {
        return type.isPrimitive() ? java.lang.invoke.MethodType.methodType(type).wrap().returnType() : type;
    }
}

package studio;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON (RFC 8259) into maps, lists, texts, numbers, booleans and null. */
final class JsonReader {
    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /** Numbers come as BigDecimal, with all their digits. */
    static Object read(String text) {
        JsonReader json = new JsonReader(text);
        Object value = json.value();
        json.space();
        if (json.at < text.length()) {
            throw json.unexpected();
        }
        return value;
    }

    private Object value() {
        space();
        if (at >= text.length()) {
            throw unexpected();
        }
        return switch (text.charAt(at)) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        at++;
        space();
        if (is('}')) {
            return object;
        }
        do {
            space();
            if (at >= text.length() || text.charAt(at) != '"') {
                throw unexpected();
            }
            String name = string();
            space();
            expect(':');
            object.put(name, value());
            space();
        } while (is(','));
        expect('}');
        return object;
    }

    private List<Object> array() {
        List<Object> array = new ArrayList<>();
        at++;
        space();
        if (is(']')) {
            return array;
        }
        do {
            array.add(value());
            space();
        } while (is(','));
        expect(']');
        return array;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            char next = text.charAt(at++);
            if (next < ' ') {
                at--;
                throw unexpected();
            }
            string.append(next == '\\' ? escaped() : next);
        }
        expect('"');
        return string.toString();
    }

    private char escaped() {
        if (at >= text.length()) {
            throw unexpected();
        }
        char next = text.charAt(at++);
        return switch (next) {
            case '"', '\\', '/' -> next;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unit();
            default -> {
                at--;
                throw unexpected();
            }
        };
    }

    private char unit() {
        int code = 0;
        for (int end = at + 4; at < end; at++) {
            int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
            if (digit < 0) {
                throw unexpected();
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private Object number() {
        int from = at;
        is('-');
        if (!is('0')) {
            digits();
        }
        if (is('.')) {
            digits();
        }
        if (is('e') || is('E')) {
            if (!is('+')) {
                is('-');
            }
            digits();
        }
        return new BigDecimal(text.substring(from, at));
    }

    private void digits() {
        int from = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == from) {
            throw unexpected();
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw unexpected();
        }
        at += word.length();
        return value;
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean is(char wanted) {
        boolean is = at < text.length() && text.charAt(at) == wanted;
        at += is ? 1 : 0;
        return is;
    }

    private void expect(char wanted) {
        if (!is(wanted)) {
            throw unexpected();
        }
    }

    private IllegalArgumentException unexpected() {
        String found = at < text.length() ? "“" + text.charAt(at) + "”" : "the end";
        return new IllegalArgumentException("not JSON: unexpected " + found + " at character " + (at + 1));
    }
}

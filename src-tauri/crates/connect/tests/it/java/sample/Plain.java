package sample;

/** No annotated method, and no way to make one. */
public class Plain {
    public Plain(String name) {}

    public String name() {
        return "plain";
    }
}

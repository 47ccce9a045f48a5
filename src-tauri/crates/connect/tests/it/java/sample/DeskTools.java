package sample;

import dev.langchain4j.agent.tool.Tool;

/** Several annotated methods. */
public class DeskTools {
    private DeskTools() {}

    @Tool(name = "transfer_call")
    public static String transfer(String destination) {
        return "to " + destination;
    }

    @Tool
    public static String hang_up() {
        return "hung up";
    }
}

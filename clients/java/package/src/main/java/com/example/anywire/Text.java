package com.example.anywire;

import com.example.anywire.model.AbstractOpenApiSchema;
import com.example.anywire.model.ChatCompletion;
import com.example.anywire.model.ChatCompletionChunk;
import com.example.anywire.model.ChatContentPartText;
import com.example.anywire.model.Completion;
import com.example.anywire.model.CompletionChunk;
import com.example.anywire.model.GeminiGenerateContentResponse;
import com.example.anywire.model.GeminiPart;
import com.example.anywire.model.MessagesContentBlockDelta;
import com.example.anywire.model.MessagesMessage;
import com.example.anywire.model.MessagesReplyText;
import com.example.anywire.model.MessagesStreamEvent;
import com.example.anywire.model.MessagesTextDelta;
import com.example.anywire.model.ResponsesOutputMessage;
import com.example.anywire.model.ResponsesOutputText;
import com.example.anywire.model.ResponsesResponse;
import com.example.anywire.model.ResponsesStreamEvent;
import com.example.anywire.model.ResponsesTextDeltaEvent;
import java.util.List;
import java.util.function.Function;

/** The answer's text in a reply, or what an event adds to it; empty where there is none. Of several choices, the first. */
public final class Text {
    private Text() {}

    public static String of(ChatCompletion completion) {
        return first(completion.getChoices(), choice -> choice.getIndex(), choice -> ofContent(choice.getMessage(), it -> it.getContent()));
    }

    public static String of(ChatCompletionChunk chunk) {
        return first(chunk.getChoices(), choice -> choice.getIndex(), choice -> ofContent(choice.getDelta(), it -> it.getContent()));
    }

    public static String of(Completion completion) {
        return first(completion.getChoices(), choice -> choice.getIndex(), choice -> choice.getText());
    }

    public static String of(CompletionChunk chunk) {
        return first(chunk.getChoices(), choice -> choice.getIndex(), choice -> choice.getText());
    }

    public static String of(MessagesMessage message) {
        return ofParts(message.getContent());
    }

    public static String of(MessagesStreamEvent event) {
        return ofPart(event);
    }

    public static String of(ResponsesResponse response) {
        return ofParts(response.getOutput());
    }

    public static String of(ResponsesStreamEvent event) {
        return ofPart(event);
    }

    public static String of(GeminiGenerateContentResponse response) {
        return first(response.getCandidates(), candidate -> 0L, candidate ->
            candidate.getContent() == null ? "" : ofParts(candidate.getContent().getParts()));
    }

    private static <T> String first(List<T> choices, Function<T, Long> index, Function<T, String> text) {
        if (choices == null) return "";
        for (T choice : choices) {
            Long number = index.apply(choice);
            if (number != null && number != 0) continue;
            String found = text.apply(choice);
            return found == null ? "" : found;
        }
        return "";
    }

    private static <T> String ofContent(T message, Function<T, Object> content) {
        return message == null ? "" : ofPart(content.apply(message));
    }

    private static String ofParts(List<?> parts) {
        if (parts == null) return "";
        StringBuilder text = new StringBuilder();
        for (Object part : parts) text.append(ofPart(part));
        return text.toString();
    }

    private static String ofPart(Object part) {
        Object value = part instanceof AbstractOpenApiSchema ? ((AbstractOpenApiSchema) part).getActualInstance() : part;
        if (value instanceof String) return (String) value;
        if (value instanceof List<?>) return ofParts((List<?>) value);
        String text = null;
        if (value instanceof ChatContentPartText) text = ((ChatContentPartText) value).getText();
        else if (value instanceof MessagesReplyText) text = ((MessagesReplyText) value).getText();
        else if (value instanceof MessagesContentBlockDelta) text = ofPart(((MessagesContentBlockDelta) value).getDelta());
        else if (value instanceof MessagesTextDelta) text = ((MessagesTextDelta) value).getText();
        else if (value instanceof ResponsesOutputMessage) text = ofParts(((ResponsesOutputMessage) value).getContent());
        else if (value instanceof ResponsesOutputText) text = ((ResponsesOutputText) value).getText();
        else if (value instanceof ResponsesTextDeltaEvent) text = ((ResponsesTextDeltaEvent) value).getDelta();
        else if (value instanceof GeminiPart && !Boolean.TRUE.equals(((GeminiPart) value).getThought())) text = ((GeminiPart) value).getText();
        return text == null ? "" : text;
    }
}

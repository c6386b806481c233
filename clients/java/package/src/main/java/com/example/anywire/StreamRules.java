package com.example.anywire;

import com.example.anywire.model.ChatCompletionChunk;
import com.example.anywire.model.CompletionChunk;
import com.example.anywire.model.GeminiGenerateContentResponse;
import com.example.anywire.model.MessagesStreamEvent;
import com.example.anywire.model.ResponsesStreamEvent;
import com.google.gson.JsonObject;
import java.util.Set;
import java.util.function.Function;

/** The events of a style's streams, and how these end. */
final class StreamRules<T> {
    /** The data of a frame that is no event. */
    static final String DONE = "[DONE]";

    static final StreamRules<ChatCompletionChunk> CHAT =
        new StreamRules<>(ChatCompletionChunk.class, Text::of, Set.of(DONE), Set.of());
    static final StreamRules<CompletionChunk> COMPLETIONS = new StreamRules<>(CompletionChunk.class, Text::of, Set.of(DONE), Set.of());
    static final StreamRules<MessagesStreamEvent> MESSAGES =
        new StreamRules<>(MessagesStreamEvent.class, Text::of, Set.of("message_stop"), Set.of("error"));
    static final StreamRules<ResponsesStreamEvent> RESPONSES = new StreamRules<>(
        ResponsesStreamEvent.class, Text::of, Set.of("response.completed", "response.incomplete"), Set.of("response.failed", "error"));
    static final StreamRules<GeminiGenerateContentResponse> CONTENT =
        new StreamRules<>(GeminiGenerateContentResponse.class, Text::of, Set.of(), Set.of());

    final Class<T> type;
    final Function<T, String> text;
    private final Set<String> lastTypes;
    private final Set<String> failedTypes;

    private StreamRules(Class<T> type, Function<T, String> text, Set<String> lastTypes, Set<String> failedTypes) {
        this.type = type;
        this.text = text;
        this.lastTypes = lastTypes;
        this.failedTypes = failedTypes;
    }

    /** Whether a whole stream has a last event; else the end of the reply is the end. */
    boolean haveLast() {
        return !lastTypes.isEmpty();
    }

    /** @param type of an event, or DONE; null where the event has none */
    boolean isLast(String type) {
        return type != null && lastTypes.contains(type);
    }

    boolean isFailed(JsonObject event) {
        if (failedTypes.isEmpty()) return ErrorFacts.hasError(event);
        String type = ErrorFacts.text(event, "type");
        return type != null && failedTypes.contains(type);
    }
}

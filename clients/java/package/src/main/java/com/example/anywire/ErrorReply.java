package com.example.anywire;

import com.example.anywire.model.ChatErrorResponse;
import com.example.anywire.model.EmbeddingErrorReply;
import com.example.anywire.model.GeminiErrorReply;
import com.example.anywire.model.MediaErrorReply;
import com.example.anywire.model.MessagesErrorResponse;
import com.example.anywire.model.ModelsGeminiErrorResponse;
import com.example.anywire.model.ModelsOpenAIErrorResponse;
import com.example.anywire.model.PlatformProblemDetails;
import com.example.anywire.model.RealtimeErrorReply;
import com.example.anywire.model.RerankErrorReply;
import com.example.anywire.model.ResponsesErrorReply;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import okhttp3.Response;

/** A reply whose status is an error. */
final class ErrorReply implements Serializable {
    /** Bytes that are read of one. */
    private static final long LONGEST = 1 << 20;

    final int status;
    final TreeMap<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    final String body;
    final ErrorFacts facts;
    private final String path;

    private ErrorReply(int status, Map<String, List<String>> headers, String body, String path) {
        this.status = status;
        this.headers.putAll(headers);
        this.body = body;
        this.facts = ErrorFacts.of(ErrorFacts.parsed(body));
        this.path = path;
    }

    /** The body can be read again. */
    static ErrorReply of(Response response) throws IOException {
        String body = response.peekBody(LONGEST).string();
        return new ErrorReply(response.code(), response.headers().toMultimap(), body, response.request().url().encodedPath());
    }

    String requestId() {
        List<String> values = headers.get("x-request-id");
        return values == null ? facts.requestId : values.get(0);
    }

    /** What the errors of the style are read into. */
    Class<?> type() {
        if (facts.isProblem) return PlatformProblemDetails.class;
        if (facts.isMessages) return MessagesErrorResponse.class;
        if (path.contains("mbedContent")) return EmbeddingErrorReply.class;
        if (path.contains("/models/") && path.contains(":")) return GeminiErrorReply.class;
        if (path.contains("/v1/responses") || path.contains("/v1/conversations")) return ResponsesErrorReply.class;
        if (path.contains("/v1/chat/")) return ChatErrorResponse.class;
        if (path.contains("/v1/models")) return ModelsOpenAIErrorResponse.class;
        if (path.contains("/v1beta/models")) return ModelsGeminiErrorResponse.class;
        if (path.contains("/v1/realtime/")) return RealtimeErrorReply.class;
        return path.contains("/rerank") ? RerankErrorReply.class : MediaErrorReply.class;
    }
}

package com.example.anywire;

import com.example.anywire.model.ChatCompletion;
import com.example.anywire.model.ChatCompletionChunk;
import com.example.anywire.model.ChatCompletionRequest;
import com.example.anywire.model.Completion;
import com.example.anywire.model.CompletionChunk;
import com.example.anywire.model.CompletionRequest;
import com.example.anywire.model.EmbeddingList;
import com.example.anywire.model.EmbeddingRequest;
import com.example.anywire.model.GeminiGenerateContentRequest;
import com.example.anywire.model.GeminiGenerateContentResponse;
import com.example.anywire.model.MessagesMessage;
import com.example.anywire.model.MessagesRequest;
import com.example.anywire.model.MessagesStreamEvent;
import com.example.anywire.model.ModelsOpenAIList;
import com.example.anywire.model.ModelsOpenAIModel;
import com.example.anywire.model.ModerationReply;
import com.example.anywire.model.ModerationRequest;
import com.example.anywire.model.RerankReply;
import com.example.anywire.model.RerankRequest;
import com.example.anywire.model.ResponsesCreateRequest;
import com.example.anywire.model.ResponsesResponse;
import com.example.anywire.model.ResponsesStreamEvent;
import com.google.gson.JsonObject;
import java.util.List;
import okhttp3.HttpUrl;

/**
 * The gateway: replies and streams of typed events in each style, and the generated operations over {@link #apiClient}. It is safe for
 * several threads; programs need one. Throws {@link AnywireException}.
 */
public final class Anywire {
    private final Transport transport;

    public Anywire(String baseUrl, String token) {
        this(baseUrl, token, new Options());
    }

    /**
     * @param token null where the gateway asks for none
     * @throws IllegalArgumentException where an address or a header cannot be sent
     */
    public Anywire(String baseUrl, String token, Options options) {
        this(Transport.of(baseUrl, token, options));
    }

    private Anywire(Transport transport) {
        this.transport = transport;
    }

    /** The same gateway and connections, with a header in each request: {@code anywire.withHeader("Idempotency-Key", key).message(request)}. */
    public Anywire withHeader(String name, String value) {
        return new Anywire(transport.withHeader(name, value));
    }

    /** For the generated operations, with the same headers, retries and exceptions: {@code new AudioApi(anywire.apiClient())}. */
    public ApiClient apiClient() {
        return transport.apiClient();
    }

    public ChatCompletion chatCompletion(ChatCompletionRequest request) {
        return transport.read(ChatCompletion.class, "/v1/chat/completions", streamed(request, false));
    }

    public EventStream<ChatCompletionChunk> streamChatCompletion(ChatCompletionRequest request) {
        return transport.stream(StreamRules.CHAT, "/v1/chat/completions", streamed(request, true));
    }

    public MessagesMessage message(MessagesRequest request) {
        return transport.read(MessagesMessage.class, "/v1/messages", streamed(request, false));
    }

    public EventStream<MessagesStreamEvent> streamMessage(MessagesRequest request) {
        return transport.stream(StreamRules.MESSAGES, "/v1/messages", streamed(request, true));
    }

    public ResponsesResponse response(ResponsesCreateRequest request) {
        return transport.read(ResponsesResponse.class, "/v1/responses", streamed(request, false));
    }

    public EventStream<ResponsesStreamEvent> streamResponse(ResponsesCreateRequest request) {
        return transport.stream(StreamRules.RESPONSES, "/v1/responses", streamed(request, true));
    }

    public GeminiGenerateContentResponse content(String model, GeminiGenerateContentRequest request) {
        return transport.read(GeminiGenerateContentResponse.class, contentPath(model) + ":generateContent", request.toJson());
    }

    public EventStream<GeminiGenerateContentResponse> streamContent(String model, GeminiGenerateContentRequest request) {
        return transport.stream(StreamRules.CONTENT, contentPath(model) + ":streamGenerateContent?alt=sse", request.toJson());
    }

    public Completion completion(CompletionRequest request) {
        return transport.read(Completion.class, "/v1/completions", streamed(request, false));
    }

    public EventStream<CompletionChunk> streamCompletion(CompletionRequest request) {
        return transport.stream(StreamRules.COMPLETIONS, "/v1/completions", streamed(request, true));
    }

    public EmbeddingList embeddings(EmbeddingRequest request) {
        return transport.read(EmbeddingList.class, "/v1/embeddings", request.toJson());
    }

    public RerankReply rerank(RerankRequest request) {
        return transport.read(RerankReply.class, "/v1/rerank", request.toJson());
    }

    public ModerationReply moderation(ModerationRequest request) {
        return transport.read(ModerationReply.class, "/v1/moderations", request.toJson());
    }

    /** The models that the token may use. */
    public List<ModelsOpenAIModel> models() {
        return transport.read(ModelsOpenAIList.class, "/v1/models", null).getData();
    }

    private static String streamed(Object request, boolean stream) {
        JsonObject members = JSON.getGson().toJsonTree(request).getAsJsonObject();
        members.addProperty("stream", stream);
        return members.toString();
    }

    private static String contentPath(String model) {
        HttpUrl url = new HttpUrl.Builder().scheme("http").host("gateway").addPathSegment(model).build();
        return "/v1beta/models" + url.encodedPath();
    }
}

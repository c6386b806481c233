// Calls every kind of endpoint with the generated client. docs/generate-a-client.md shows the parts between the marks.

import com.example.anywire.ApiClient;
import com.example.anywire.ApiException;
import com.example.anywire.JSON;
import com.example.anywire.api.*;
import com.example.anywire.model.*;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import okio.BufferedSource;

public class Program {
    interface Check {
        void run() throws Exception;
    }

    static final ApiClient client = connected(System.getenv("ANYWIRE_TOKEN"));

    static ApiClient connected(String token) {
        // snippet: setup
        ApiClient client = new ApiClient();
        client.setBasePath(System.getenv("ANYWIRE_URL"));
        client.setBearerToken(token);
        // end
        return client;
    }

    static ChatMessage userMessage(String text) {
        // snippet: message
        ChatUserMessage message = new ChatUserMessage().role(ChatUserMessage.RoleEnum.USER).content(new ChatUserContent(text));
        return new ChatMessage(message);
        // end
    }

    static void chat() throws Exception {
        // snippet: chat
        ChatCompletionRequest request = new ChatCompletionRequest().model("chat").addMessagesItem(userMessage("Say hello."));
        ChatCompletion completion = new ChatCompletionsApi(client).createChatCompletion(request).execute();
        System.out.println(completion.getChoices().get(0).getMessage().getContent().getString());
        // end
        same(completion.getChoices().get(0).getMessage().getContent().getString(), "Hello");
        same(completion.getUsage().getTotalTokens(), 7L);
        same(JSON.serialize(completion.getAdditionalProperty("brand_new")), "{\"since\":\"yesterday\"}");
    }

    static void chatFromJson() throws Exception {
        ChatCompletionRequest request = ChatCompletionRequest.fromJson("""
            {"model": "messages", "messages": [{"role": "user", "content": [{"type": "text", "text": "Say hello."}]}]}
            """);
        ChatCompletion completion = new ChatCompletionsApi(client).createChatCompletion(request).execute();
        same(completion.getChoices().get(0).getMessage().getContent().getString(), "Hello");
    }

    static void chatStreamed() throws Exception {
        StringBuilder text = new StringBuilder();
        List<Long> times = new ArrayList<>();
        // snippet: stream
        ChatCompletionRequest request = new ChatCompletionRequest().model("chat").stream(true).addMessagesItem(userMessage("Say hello."));
        try (okhttp3.Response response = new ChatCompletionsApi(client).createChatCompletion(request).buildCall(null).execute()) {
            BufferedSource source = response.body().source();
            for (String line = source.readUtf8Line(); line != null; line = source.readUtf8Line()) {
                if (!line.startsWith("data: ") || line.equals("data: [DONE]")) continue;
                ChatCompletionChunk chunk = ChatCompletionChunk.fromJson(line.substring("data: ".length()));
                ChatDeltaContent content = chunk.getChoices().get(0).getDelta().getContent();
                if (content != null) text.append(content.getString());
                // hide
                times.add(System.nanoTime());
                // show
            }
        }
        // end
        same(text.toString(), "Hello");
        same(times.get(times.size() - 1) - times.get(0) > 150_000_000L, true);
    }

    static void messageWithTool() throws Exception {
        // snippet: tools
        MessagesApi messages = new MessagesApi(client);
        MessagesRequest request = MessagesRequest.fromJson("""
            {
              "model": "messages",
              "max_tokens": 200,
              "messages": [{"role": "user", "content": "How warm is it in Paris?"}],
              "tools": [{"name": "weather", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}]
            }
            """);
        MessagesMessage reply = messages.createMessage(request).anthropicVersion("2023-06-01").execute();
        MessagesToolUseBlock call = reply.getContent().stream()
            .filter(block -> block.getActualInstance() instanceof MessagesToolUseBlock)
            .map(block -> block.getMessagesToolUseBlock())
            .findFirst().orElseThrow();
        MessagesToolResultBlock result = new MessagesToolResultBlock()
            .type(MessagesToolResultBlock.TypeEnum.TOOL_RESULT)
            .toolUseId(call.getId())
            .content(new MessagesToolResultContent("21 degrees"));
        request
            .addMessagesItem(turn(MessagesRole.ASSISTANT, new MessagesContentBlock(call)))
            .addMessagesItem(turn(MessagesRole.USER, new MessagesContentBlock(result)));
        MessagesMessage last = messages.createMessage(request).anthropicVersion("2023-06-01").execute();
        // end
        same(JSON.serialize(call.getInput()), "{\"city\":\"Paris\"}");
        same(reply.getContent().get(0).getActualInstance().getClass(), MessagesReplyText.class);
        same(reply.getContent().get(1).getUnknown().get("strength").getAsInt(), 3);
        same(last.getContent().get(0).getMessagesReplyText().getText(), "The tool said \"21 degrees\"");
    }

    static MessagesTurn turn(MessagesRole role, MessagesContentBlock block) {
        return new MessagesTurn().role(role).content(new MessagesTurnContent(List.of(block)));
    }

    static void messageStreamed() throws Exception {
        MessagesRequest request = MessagesRequest.fromJson(
            "{\"model\": \"messages\", \"max_tokens\": 20, \"stream\": true, \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}");
        StringBuilder text = new StringBuilder();
        List<Object> events = new ArrayList<>();
        each(new MessagesApi(client).createMessage(request).anthropicVersion("2023-06-01").buildCall(null), data -> {
            Object event = parsed(data, MessagesStreamEvent.class).getActualInstance();
            events.add(event);
            if (event instanceof MessagesContentBlockDelta delta) text.append(delta.getDelta().getMessagesTextDelta().getText());
        });
        same(text.toString(), "Hello");
        same(events.get(events.size() - 1).getClass(), MessagesMessageStop.class);
    }

    static void response() throws Exception {
        // snippet: responses
        ResponsesCreateRequest request = new ResponsesCreateRequest().model("responses").input(new ResponsesInput("Say hello."));
        ResponsesResponse reply = new ResponsesApi(client).createResponse(request).execute();
        ResponsesOutputMessage message = reply.getOutput().get(0).getResponsesOutputMessage();
        String text = message.getContent().get(0).getResponsesOutputText().getText();
        // end
        same(text, "Hello");
    }

    static void responseStreamed() throws Exception {
        ResponsesCreateRequest request = new ResponsesCreateRequest().model("responses").stream(true).input(new ResponsesInput("Hi"));
        StringBuilder text = new StringBuilder();
        List<Object> events = new ArrayList<>();
        each(new ResponsesApi(client).createResponse(request).buildCall(null), data -> {
            Object event = parsed(data, ResponsesStreamEvent.class).getActualInstance();
            events.add(event);
            if (event instanceof ResponsesTextDeltaEvent delta) text.append(delta.getDelta());
        });
        same(text.toString(), "Hello");
        same(events.get(events.size() - 1).getClass(), ResponsesCompletedEvent.class);
    }

    static GeminiGenerateContentRequest contents(String text) {
        GeminiContent content = new GeminiContent().role(GeminiRole.USER).addPartsItem(new GeminiPart().text(text));
        return new GeminiGenerateContentRequest().addContentsItem(content);
    }

    static void content() throws Exception {
        // snippet: content
        GeminiContent content = new GeminiContent().role(GeminiRole.USER).addPartsItem(new GeminiPart().text("Say hello."));
        GeminiGenerateContentRequest request = new GeminiGenerateContentRequest().addContentsItem(content);
        GeminiGenerateContentResponse reply = new GenerateContentApi(client).generateContent("org/chat", request).execute();
        String text = reply.getCandidates().get(0).getContent().getParts().get(0).getText();
        // end
        same(text, "Hello");
    }

    static void contentStreamed() throws Exception {
        StringBuilder text = new StringBuilder();
        each(new GenerateContentApi(client).streamGenerateContent("gemini", contents("Hi")).alt("sse").buildCall(null), data -> {
            GeminiGenerateContentResponse chunk = parsed(data, GeminiGenerateContentResponse.class);
            text.append(chunk.getCandidates().get(0).getContent().getParts().get(0).getText());
        });
        same(text.toString(), "Hello");
    }

    static void each(okhttp3.Call call, Consumer<String> read) throws IOException {
        try (okhttp3.Response response = call.execute()) {
            BufferedSource source = response.body().source();
            for (String line = source.readUtf8Line(); line != null; line = source.readUtf8Line())
                if (line.startsWith("data: ")) read.accept(line.substring("data: ".length()));
        }
    }

    static <T> T parsed(String data, Class<T> type) {
        return JSON.getGson().fromJson(data, type);
    }

    static void embeddings() throws Exception {
        // snippet: embeddings
        EmbeddingInput input = new EmbeddingInput(List.of(new EmbeddingInputItem("one"), new EmbeddingInputItem("two")));
        EmbeddingRequest request = new EmbeddingRequest().model("embed").input(input);
        EmbeddingList vectors = new EmbeddingsApi(client).createEmbedding(request).execute();
        // end
        same(vectors.getData().get(1).getEmbedding().getListDouble(), List.of(0.5, -0.25, 1.0));
    }

    static void rerank() throws Exception {
        // snippet: rerank
        RerankRequest request = new RerankRequest().model("rank").query("Which one?")
            .documents(List.of(new RerankDocument("first"), new RerankDocument("second")));
        RerankReply ranking = new RerankApi(client).createRerank(request).execute();
        // end
        same(ranking.getResults().get(0).getIndex(), 1L);
        same(ranking.getResults().get(0).getRelevanceScore(), 0.2);
    }

    static void transcription() throws Exception {
        File file = temporary("call.wav", "RIFF....".getBytes());
        // snippet: transcription
        AudioTranscriptionReply transcript = new AudioApi(client).createTranscription("hear")._file(file).execute();
        // end
        same(transcript.getText(), "up heard call.wav, 8 bytes");
    }

    static void imageEdit() throws Exception {
        File picture = temporary("a.png", everyByte(1));
        // snippet: image
        ImageList edited = new ImagesApi(client).createImageEdit("paint", "Make it blue.").image(List.of(picture)).execute();
        // end
        same(Arrays.equals(Base64.getDecoder().decode(edited.getData().get(0).getB64Json()), everyByte(1)), true);
    }

    static void speech() throws Exception {
        // snippet: speech
        AudioSpeechRequest request = new AudioSpeechRequest().model("speak").input("Hello").voice(new AudioVoice("alloy"));
        File audio = new AudioApi(client).createSpeech(request).execute();
        // end
        same(Arrays.equals(Files.readAllBytes(audio.toPath()), everyByte(4)), true);
        audio.delete();
    }

    static void models() throws Exception {
        ModelsOpenAIList list = new ModelsApi(client).listModels().execute();
        same(list.getData().stream().anyMatch(model -> model.getId().equals("chat")), true);
    }

    static void errors() throws Exception {
        ChatCompletionRequest request = new ChatCompletionRequest().model("none").addMessagesItem(userMessage("Hi"));
        // snippet: errors
        try {
            new ChatCompletionsApi(client).createChatCompletion(request).execute();
        } catch (ApiException failure) {
            ChatErrorResponse body = ChatErrorResponse.fromJson(failure.getResponseBody());
            System.out.println(failure.getCode() + " " + body.getError().getMessage());
        }
        // end
        refused(404, ChatErrorResponse.class, () -> new ChatCompletionsApi(client).createChatCompletion(request).execute());
        refused(401, ChatErrorResponse.class, () -> new ChatCompletionsApi(connected("wrong")).createChatCompletion(request).execute());
        MessagesRequest wrong = MessagesRequest.fromJson(
            "{\"model\": \"messages\", \"max_tokens\": 0, \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}");
        refused(400, MessagesErrorResponse.class, () -> new MessagesApi(client).createMessage(wrong).anthropicVersion("2023-06-01").execute());
        refused(404, GeminiErrorReply.class, () -> new GenerateContentApi(client).generateContent("none", contents("Hi")).execute());
        ResponsesCreateRequest absent = new ResponsesCreateRequest().model("none").input(new ResponsesInput("Hi"));
        refused(404, ResponsesErrorReply.class, () -> new ResponsesApi(client).createResponse(absent).execute());
    }

    static void refused(int status, Class<?> type, Check call) throws Exception {
        try {
            call.run();
        } catch (ApiException failure) {
            same(failure.getCode(), status);
            type.getMethod("validateJsonElement", JsonElement.class).invoke(null, JsonParser.parseString(failure.getResponseBody()));
            return;
        }
        throw new AssertionError(status + " expected");
    }

    /** Every example of the contract is read into its type; nothing of it is lost when it is written. */
    static void examples() throws Exception {
        for (JsonElement example : JsonParser.parseString(Files.readString(Path.of(System.getenv("ANYWIRE_EXAMPLES")))).getAsJsonArray()) {
            String schema = example.getAsJsonObject().get("schema").getAsString();
            JsonElement value = example.getAsJsonObject().get("value");
            JsonElement before = value.deepCopy();
            Object read = JSON.getGson().fromJson(value, Class.forName("com.example.anywire.model." + schema));
            JsonElement written = JSON.getGson().toJsonTree(read);
            if (!holds(written, before)) throw new AssertionError(schema + ": " + written + " is not " + before);
            if (read.toString().contains("instance: {")) throw new AssertionError("a known tag was taken for an unknown one: " + read);
        }
    }

    /** Whether all of the value was written; the tag of a kind that may be left out is added. */
    static boolean holds(JsonElement written, JsonElement value) {
        if (value instanceof JsonObject object)
            return written instanceof JsonObject members && object.entrySet().stream().allMatch(member ->
                member.getValue().isJsonNull() || members.has(member.getKey()) && holds(members.get(member.getKey()), member.getValue()));
        if (value instanceof JsonArray array) {
            if (!(written instanceof JsonArray items) || items.size() != array.size()) return false;
            for (int index = 0; index < array.size(); index += 1) if (!holds(items.get(index), array.get(index))) return false;
            return true;
        }
        if (value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber())
            return written.isJsonPrimitive() && new BigDecimal(written.getAsString()).compareTo(new BigDecimal(value.getAsString())) == 0;
        return value.equals(written);
    }

    static void same(Object found, Object expected) {
        if (!Objects.equals(found, expected)) throw new AssertionError(found + " is not " + expected);
    }

    static byte[] everyByte(int times) {
        byte[] bytes = new byte[256 * times];
        for (int index = 0; index < bytes.length; index += 1) bytes[index] = (byte) index;
        return bytes;
    }

    static File temporary(String name, byte[] content) throws IOException {
        return Files.write(Files.createTempDirectory("anywire").resolve(name), content).toFile();
    }

    public static void main(String[] arguments) {
        Map<String, Check> checks = new java.util.LinkedHashMap<>();
        checks.put("chat", Program::chat);
        checks.put("chat from JSON", Program::chatFromJson);
        checks.put("chat streamed", Program::chatStreamed);
        checks.put("message with tool", Program::messageWithTool);
        checks.put("message streamed", Program::messageStreamed);
        checks.put("response", Program::response);
        checks.put("response streamed", Program::responseStreamed);
        checks.put("content", Program::content);
        checks.put("content streamed", Program::contentStreamed);
        checks.put("embeddings", Program::embeddings);
        checks.put("rerank", Program::rerank);
        checks.put("transcription", Program::transcription);
        checks.put("image edit", Program::imageEdit);
        checks.put("speech", Program::speech);
        checks.put("models", Program::models);
        checks.put("errors", Program::errors);
        checks.put("examples", Program::examples);
        int passed = 0;
        for (Map.Entry<String, Check> check : checks.entrySet()) {
            try {
                check.getValue().run();
                passed += 1;
            } catch (Throwable problem) {
                System.out.println("FAILED " + check.getKey() + ": " + problem);
            }
        }
        System.out.println(passed + " passed, " + (checks.size() - passed) + " failed");
        // At once: the client keeps its connections' threads for a minute.
        System.exit(passed == checks.size() ? 0 : 1);
    }
}

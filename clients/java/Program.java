// Calls every kind of endpoint with the client. docs/generate-a-client.md shows the parts between the marks.

import com.example.anywire.Anywire;
import com.example.anywire.AnywireException;
import com.example.anywire.EventStream;
import com.example.anywire.JSON;
import com.example.anywire.Text;
import com.example.anywire.api.AudioApi;
import com.example.anywire.api.ChatCompletionsApi;
import com.example.anywire.api.ImagesApi;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class Program {
    static final Anywire anywire = connected();

    static Anywire connected() {
        // snippet: setup
        Anywire anywire = new Anywire(System.getenv("ANYWIRE_URL"), System.getenv("ANYWIRE_TOKEN"));
        // end
        return anywire;
    }

    static ChatMessage userMessage(String text) {
        // snippet: message
        ChatUserMessage message = new ChatUserMessage().role(ChatUserMessage.RoleEnum.USER).content(new ChatUserContent(text));
        return new ChatMessage(message);
        // end
    }

    static void chat() {
        // snippet: chat
        ChatCompletionRequest request = new ChatCompletionRequest().model("chat").addMessagesItem(userMessage("Say hello."));
        ChatCompletion completion = anywire.chatCompletion(request);
        System.out.println(Text.of(completion));
        // end
        Report.same(Text.of(completion), "Hello");
        Report.same(completion.getUsage().getTotalTokens(), 7L);
        Report.same(JSON.serialize(completion.getAdditionalProperty("brand_new")), "{\"since\":\"yesterday\"}");
    }

    static void chatFromJson() throws IOException {
        // snippet: json
        ChatCompletionRequest request = ChatCompletionRequest.fromJson("""
            {"model": "messages", "messages": [{"role": "user", "content": [{"type": "text", "text": "Say hello."}]}]}
            """);
        ChatCompletion completion = anywire.chatCompletion(request);
        // end
        Report.same(Text.of(completion), "Hello");
    }

    static void chatStreamed() {
        StringBuilder text = new StringBuilder();
        // snippet: stream
        ChatCompletionRequest request = new ChatCompletionRequest().model("chat").addMessagesItem(userMessage("Say hello."));
        try (EventStream<ChatCompletionChunk> stream = anywire.streamChatCompletion(request)) {
            for (ChatCompletionChunk chunk : stream) {
                text.append(Text.of(chunk));
            }
        }
        // end
        Report.same(text.toString(), "Hello");
    }

    static void messageWithTool() throws IOException {
        // snippet: tools
        MessagesRequest request = MessagesRequest.fromJson("""
            {
              "model": "messages",
              "max_tokens": 200,
              "messages": [{"role": "user", "content": "How warm is it in Paris?"}],
              "tools": [{"name": "weather", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}]
            }
            """);
        MessagesMessage reply = anywire.message(request);
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
        MessagesMessage last = anywire.message(request);
        // end
        Report.same(JSON.serialize(call.getInput()), "{\"city\":\"Paris\"}");
        Report.same(Text.of(reply), "Let me look.");
        Report.same(reply.getContent().get(1).getUnknown().get("strength").getAsInt(), 3);
        Report.same(Text.of(last), "The tool said \"21 degrees\"");
    }

    static MessagesTurn turn(MessagesRole role, MessagesContentBlock block) {
        return new MessagesTurn().role(role).content(new MessagesTurnContent(List.of(block)));
    }

    static void messageStreamed() throws IOException {
        MessagesRequest request = MessagesRequest.fromJson(
            "{\"model\": \"messages\", \"max_tokens\": 20, \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}");
        StringBuilder text = new StringBuilder();
        List<Object> kinds = new ArrayList<>();
        // snippet: events
        try (EventStream<MessagesStreamEvent> stream = anywire.streamMessage(request)) {
            for (MessagesStreamEvent event : stream) {
                text.append(Text.of(event));
                if (event.getActualInstance() instanceof MessagesMessageDelta delta) System.out.println(delta.getDelta().getStopReason());
                // hide
                kinds.add(event.getActualInstance().getClass());
                // show
            }
        }
        // end
        Report.same(text.toString(), "Hello");
        Report.same(kinds.get(kinds.size() - 1), MessagesMessageStop.class);
    }

    static void response() {
        // snippet: responses
        ResponsesCreateRequest request = new ResponsesCreateRequest().model("responses").input(new ResponsesInput("Say hello."));
        ResponsesResponse reply = anywire.response(request);
        String text = Text.of(reply);
        // end
        Report.same(text, "Hello");
    }

    static void responseStreamed() {
        ResponsesCreateRequest request = new ResponsesCreateRequest().model("responses").input(new ResponsesInput("Hi"));
        Report.same(anywire.streamResponse(request).text(), "Hello");
    }

    static GeminiGenerateContentRequest contents(String text) {
        GeminiContent content = new GeminiContent().role(GeminiRole.USER).addPartsItem(new GeminiPart().text(text));
        return new GeminiGenerateContentRequest().addContentsItem(content);
    }

    static void content() {
        // snippet: content
        GeminiContent content = new GeminiContent().role(GeminiRole.USER).addPartsItem(new GeminiPart().text("Say hello."));
        GeminiGenerateContentRequest request = new GeminiGenerateContentRequest().addContentsItem(content);
        GeminiGenerateContentResponse reply = anywire.content("org/chat", request);
        String text = Text.of(reply);
        // end
        Report.same(text, "Hello");
    }

    static void contentStreamed() {
        Report.same(anywire.streamContent("gemini", contents("Hi")).text(), "Hello");
    }

    static void embeddings() {
        // snippet: embeddings
        EmbeddingInput input = new EmbeddingInput(List.of(new EmbeddingInputItem("one"), new EmbeddingInputItem("two")));
        EmbeddingRequest request = new EmbeddingRequest().model("embed").input(input);
        EmbeddingList vectors = anywire.embeddings(request);
        // end
        Report.same(vectors.getData().get(1).getEmbedding().getListDouble(), List.of(0.5, -0.25, 1.0));
    }

    static void rerank() {
        // snippet: rerank
        RerankRequest request = new RerankRequest().model("rank").query("Which one?")
            .documents(List.of(new RerankDocument("first"), new RerankDocument("second")));
        RerankReply ranking = anywire.rerank(request);
        // end
        Report.same(ranking.getResults().get(0).getIndex(), 1L);
        Report.same(ranking.getResults().get(0).getRelevanceScore(), 0.2);
    }

    static void transcription() throws IOException {
        File file = temporary("call.wav", "RIFF....".getBytes());
        // snippet: transcription
        AudioTranscriptionReply transcript = new AudioApi(anywire.apiClient()).createTranscription("hear")._file(file).execute();
        // end
        Report.same(transcript.getText(), "up heard call.wav, 8 bytes");
    }

    static void imageEdit() throws IOException {
        File picture = temporary("a.png", everyByte(1));
        // snippet: image
        ImageList edited = new ImagesApi(anywire.apiClient()).createImageEdit("paint", "Make it blue.").image(List.of(picture)).execute();
        // end
        Report.same(Arrays.equals(Base64.getDecoder().decode(edited.getData().get(0).getB64Json()), everyByte(1)), true);
    }

    static void speech() throws IOException {
        // snippet: speech
        AudioSpeechRequest request = new AudioSpeechRequest().model("speak").input("Hello").voice(new AudioVoice("alloy"));
        File audio = new AudioApi(anywire.apiClient()).createSpeech(request).execute();
        // end
        Report.same(Arrays.equals(Files.readAllBytes(audio.toPath()), everyByte(4)), true);
        audio.delete();
    }

    static void models() {
        Report.same(anywire.models().stream().anyMatch(model -> model.getId().equals("chat")), true);
    }

    static void errors() throws IOException {
        ChatCompletionRequest request = new ChatCompletionRequest().model("none").addMessagesItem(userMessage("Hi"));
        // snippet: errors
        try {
            anywire.chatCompletion(request);
        } catch (AnywireException.NotFound failure) {
            System.out.println(failure.status() + " " + failure.code() + " " + failure.getMessage() + " " + failure.requestId());
        }
        // end
        refused(404, ChatErrorResponse.class, () -> anywire.chatCompletion(request));
        refused(404, ChatErrorResponse.class, () -> new ChatCompletionsApi(anywire.apiClient()).createChatCompletion(request).execute());
        refused(401, ChatErrorResponse.class, () -> new Anywire(System.getenv("ANYWIRE_URL"), "wrong").chatCompletion(request));
        MessagesRequest wrong = MessagesRequest.fromJson(
            "{\"model\": \"messages\", \"max_tokens\": 0, \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}");
        refused(400, MessagesErrorResponse.class, () -> anywire.message(wrong));
        refused(404, GeminiErrorReply.class, () -> anywire.content("none", contents("Hi")));
        ResponsesCreateRequest absent = new ResponsesCreateRequest().model("none").input(new ResponsesInput("Hi"));
        refused(404, ResponsesErrorReply.class, () -> anywire.response(absent));
    }

    static void refused(int status, Class<?> type, Runnable call) {
        try {
            call.run();
        } catch (AnywireException.Status failure) {
            Report.same(failure.status(), status);
            Report.same(failure.reply().getClass(), type);
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

    static byte[] everyByte(int times) {
        byte[] bytes = new byte[256 * times];
        for (int index = 0; index < bytes.length; index += 1) bytes[index] = (byte) index;
        return bytes;
    }

    static File temporary(String name, byte[] content) throws IOException {
        return Files.write(Files.createTempDirectory("anywire").resolve(name), content).toFile();
    }

    public static void main(String[] arguments) {
        Map<String, Report.Check> checks = new LinkedHashMap<>();
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
        Report.of(checks);
    }
}

// Calls every kind of endpoint with the generated client. docs/generate-a-client.md shows the parts between the marks.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"example.com/anywire/client"
)

var (
	client *anywire.APIClient
	ctx    context.Context
)

func setup() {
	// snippet: setup
	configuration := anywire.NewConfiguration()
	configuration.Servers = anywire.ServerConfigurations{{URL: os.Getenv("ANYWIRE_URL")}}
	client = anywire.NewAPIClient(configuration)
	ctx = context.WithValue(context.Background(), anywire.ContextAccessToken, os.Getenv("ANYWIRE_TOKEN"))
	// end
}

func userMessage(text string) anywire.ChatMessage {
	// snippet: message
	content := anywire.ChatUserContent{String: &text}
	message := anywire.NewChatUserMessage("user", content)
	return anywire.ChatMessage{ChatUserMessage: message}
	// end
}

func chat() error {
	// snippet: chat
	request := anywire.NewChatCompletionRequest("chat", []anywire.ChatMessage{userMessage("Say hello.")})
	completion, _, err := client.ChatCompletionsAPI.CreateChatCompletion(ctx).ChatCompletionRequest(*request).Execute()
	if err != nil {
		return err
	}
	content := completion.Choices[0].Message.GetContent()
	fmt.Println(*content.String)
	// end
	usage := completion.GetUsage()
	return same(
		[]any{*content.String, usage.GetTotalTokens(), completion.AdditionalProperties["brand_new"]},
		[]any{"Hello", int64(7), map[string]any{"since": "yesterday"}},
	)
}

func chatFromJSON() error {
	var request anywire.ChatCompletionRequest
	text := `{"model": "messages", "messages": [{"role": "user", "content": [{"type": "text", "text": "Say hello."}]}]}`
	if err := json.Unmarshal([]byte(text), &request); err != nil {
		return err
	}
	completion, _, err := client.ChatCompletionsAPI.CreateChatCompletion(ctx).ChatCompletionRequest(request).Execute()
	if err != nil {
		return err
	}
	content := completion.Choices[0].Message.GetContent()
	return same(*content.String, "Hello")
}

func chatStreamed() error {
	var text strings.Builder
	var first, last time.Time
	// snippet: stream
	request := anywire.NewChatCompletionRequest("chat", []anywire.ChatMessage{userMessage("Say hello.")})
	request.SetStream(true)
	stream, err := client.Stream(ctx, "/v1/chat/completions", request)
	if err != nil {
		return err
	}
	defer stream.Close()
	for {
		event, err := stream.Next()
		if err == io.EOF || (err == nil && string(event.Data) == "[DONE]") {
			break
		}
		if err != nil {
			return err
		}
		var chunk anywire.ChatCompletionChunk
		if err := json.Unmarshal(event.Data, &chunk); err != nil {
			return err
		}
		delta := chunk.Choices[0].GetDelta()
		if content := delta.GetContent(); content.String != nil {
			text.WriteString(*content.String)
		}
		// hide
		if first.IsZero() {
			first = time.Now()
		}
		last = time.Now()
		// show
	}
	// end
	if last.Sub(first) < 150*time.Millisecond {
		return errors.New("the stream came in one piece")
	}
	return same(text.String(), "Hello")
}

func messageWithTool() error {
	// snippet: tools
	question := "How warm is it in Paris?"
	schema := anywire.NewMessagesInputSchema("object")
	request := anywire.NewMessagesRequest("messages", []anywire.MessagesTurn{
		*anywire.NewMessagesTurn(anywire.MESSAGESROLE_USER, anywire.MessagesTurnContent{String: &question}),
	}, 200)
	request.SetTools([]anywire.MessagesToolDeclaration{{MessagesTool: anywire.NewMessagesTool("custom", "weather", *schema)}})
	reply, _, err := client.MessagesAPI.CreateMessage(ctx).AnthropicVersion("2023-06-01").MessagesRequest(*request).Execute()
	if err != nil {
		return err
	}
	var call *anywire.MessagesToolUseBlock
	for _, block := range reply.Content {
		if block.MessagesToolUseBlock != nil {
			call = block.MessagesToolUseBlock
		}
	}
	answer := "21 degrees"
	result := anywire.NewMessagesToolResultBlock("tool_result", call.Id)
	result.SetContent(anywire.MessagesToolResultContent{String: &answer})
	request.Messages = append(request.Messages,
		*anywire.NewMessagesTurn(anywire.MESSAGESROLE_ASSISTANT, blocks(anywire.MessagesContentBlock{MessagesToolUseBlock: call})),
		*anywire.NewMessagesTurn(anywire.MESSAGESROLE_USER, blocks(anywire.MessagesContentBlock{MessagesToolResultBlock: result})),
	)
	final, _, err := client.MessagesAPI.CreateMessage(ctx).AnthropicVersion("2023-06-01").MessagesRequest(*request).Execute()
	// end
	if err != nil {
		return err
	}
	unknown := reply.Content[1].Unknown
	if reply.Content[0].MessagesReplyText == nil || unknown == nil {
		return errors.New("the blocks have other types")
	}
	return same(
		[]any{call.Input, unknown["strength"], final.Content[0].MessagesReplyText.Text},
		[]any{map[string]any{"city": "Paris"}, 3.0, `The tool said "21 degrees"`},
	)
}

func blocks(list ...anywire.MessagesContentBlock) anywire.MessagesTurnContent {
	return anywire.MessagesTurnContent{ArrayOfMessagesContentBlock: &list}
}

func messageStreamed() error {
	hi := "Hi"
	turns := []anywire.MessagesTurn{*anywire.NewMessagesTurn(anywire.MESSAGESROLE_USER, anywire.MessagesTurnContent{String: &hi})}
	request := anywire.NewMessagesRequest("messages", turns, 20)
	request.SetStream(true)
	client.GetConfig().AddDefaultHeader("anthropic-version", "2023-06-01")
	defer delete(client.GetConfig().DefaultHeader, "anthropic-version")
	text, stopped := "", false
	err := each("/v1/messages", request, func(data []byte) error {
		var event anywire.MessagesStreamEvent
		err := json.Unmarshal(data, &event)
		if delta := event.MessagesContentBlockDelta; delta != nil {
			text += delta.Delta.MessagesTextDelta.Text
		}
		stopped = event.MessagesMessageStop != nil
		return err
	})
	return errors.Join(err, same([]any{text, stopped}, []any{"Hello", true}))
}

func response() error {
	// snippet: responses
	question := "Say hello."
	request := anywire.NewResponsesCreateRequest("responses")
	request.SetInput(anywire.ResponsesInput{String: &question})
	reply, _, err := client.ResponsesAPI.CreateResponse(ctx).ResponsesCreateRequest(*request).Execute()
	if err != nil {
		return err
	}
	text := reply.Output[0].ResponsesOutputMessage.Content[0].ResponsesOutputText.Text
	// end
	return same(text, "Hello")
}

func responseStreamed() error {
	hi := "Hi"
	request := anywire.NewResponsesCreateRequest("responses")
	request.SetInput(anywire.ResponsesInput{String: &hi})
	request.SetStream(true)
	text, completed := "", false
	err := each("/v1/responses", request, func(data []byte) error {
		var event anywire.ResponsesStreamEvent
		err := json.Unmarshal(data, &event)
		if delta := event.ResponsesTextDeltaEvent; delta != nil {
			text += delta.Delta
		}
		completed = event.ResponsesCompletedEvent != nil
		return err
	})
	return errors.Join(err, same([]any{text, completed}, []any{"Hello", true}))
}

func contents(text string) anywire.GeminiGenerateContentRequest {
	part := anywire.NewGeminiPart()
	part.SetText(text)
	content := anywire.NewGeminiContent([]anywire.GeminiPart{*part})
	content.SetRole(anywire.GEMINIROLE_USER)
	return *anywire.NewGeminiGenerateContentRequest([]anywire.GeminiContent{*content})
}

func content() error {
	// snippet: content
	request := contents("Say hello.")
	reply, _, err := client.GenerateContentAPI.GenerateContent(ctx, "org/chat").GeminiGenerateContentRequest(request).Execute()
	if err != nil {
		return err
	}
	text := reply.Candidates[0].Content.Parts[0].GetText()
	// end
	return same(text, "Hello")
}

func contentStreamed() error {
	text := ""
	err := each("/v1beta/models/gemini:streamGenerateContent?alt=sse", contents("Hi"), func(data []byte) error {
		var chunk anywire.GeminiGenerateContentResponse
		err := json.Unmarshal(data, &chunk)
		text += chunk.Candidates[0].Content.Parts[0].GetText()
		return err
	})
	return errors.Join(err, same(text, "Hello"))
}

func each(path string, request any, read func(data []byte) error) error {
	stream, err := client.Stream(ctx, path, request)
	if err != nil {
		return err
	}
	defer stream.Close()
	for {
		event, err := stream.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := read(event.Data); err != nil {
			return err
		}
	}
}

func embeddings() error {
	// snippet: embeddings
	first, second := "one", "two"
	inputs := []anywire.EmbeddingInputItem{{String: &first}, {String: &second}}
	request := anywire.NewEmbeddingRequest("embed", anywire.EmbeddingInput{ArrayOfEmbeddingInputItem: &inputs})
	vectors, _, err := client.EmbeddingsAPI.CreateEmbedding(ctx).EmbeddingRequest(*request).Execute()
	// end
	if err != nil {
		return err
	}
	return same(*vectors.Data[1].Embedding.ArrayOfFloat64, []float64{0.5, -0.25, 1})
}

func rerank() error {
	// snippet: rerank
	first, second := "first", "second"
	request := anywire.NewRerankRequest("rank", "Which one?", []anywire.RerankDocument{{String: &first}, {String: &second}})
	ranking, _, err := client.RerankAPI.CreateRerank(ctx).RerankRequest(*request).Execute()
	// end
	if err != nil {
		return err
	}
	best := ranking.Results[0]
	return same([]any{len(ranking.Results), best.Index, best.RelevanceScore}, []any{2, int64(1), 0.2})
}

func transcription() error {
	name, err := temporary("call.wav", []byte("RIFF...."))
	if err != nil {
		return err
	}
	// snippet: transcription
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	transcript, _, err := client.AudioAPI.CreateTranscription(ctx).Model("hear").File(file).Execute()
	// end
	if err != nil {
		return err
	}
	return same(transcript.GetText(), "up heard call.wav, 8 bytes")
}

func imageEdit() error {
	picture := everyByte(1)
	name, err := temporary("a.png", picture)
	if err != nil {
		return err
	}
	// snippet: image
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	edited, _, err := client.ImagesAPI.CreateImageEdit(ctx).Model("paint").Prompt("Make it blue.").Image([]*os.File{file}).Execute()
	// end
	if err != nil {
		return err
	}
	bytes, err := base64.StdEncoding.DecodeString(edited.Data[0].GetB64Json())
	return errors.Join(err, same(bytes, picture))
}

func speech() error {
	// snippet: speech
	voice := "alloy"
	request := anywire.NewAudioSpeechRequest("speak", "Hello")
	request.SetVoice(anywire.AudioVoice{String: &voice})
	file, _, err := client.AudioAPI.CreateSpeech(ctx).AudioSpeechRequest(*request).Execute()
	if err != nil {
		return err
	}
	audio, err := io.ReadAll(file)
	// end
	os.Remove(file.Name())
	return errors.Join(err, same(audio, everyByte(4)))
}

func models() error {
	list, _, err := client.ModelsAPI.ListModels(ctx).Execute()
	if err != nil {
		return err
	}
	for _, model := range list.Data {
		if model.Id == "chat" {
			return nil
		}
	}
	return errors.New("the model is not listed")
}

func failures() error {
	request := anywire.NewChatCompletionRequest("none", []anywire.ChatMessage{userMessage("Hi")})
	// snippet: errors
	_, reply, err := client.ChatCompletionsAPI.CreateChatCompletion(ctx).ChatCompletionRequest(*request).Execute()
	var failure *anywire.GenericOpenAPIError
	if errors.As(err, &failure) {
		if body, ok := failure.Model().(anywire.ChatErrorResponse); ok {
			fmt.Println(reply.StatusCode, body.Error.Message)
		}
	}
	// end
	unknown := refused[anywire.ChatErrorResponse](404, reply.StatusCode, err)

	stranger := context.WithValue(context.Background(), anywire.ContextAccessToken, "wrong")
	_, reply, err = client.ChatCompletionsAPI.CreateChatCompletion(stranger).ChatCompletionRequest(*request).Execute()
	unauthorized := refused[anywire.ChatErrorResponse](401, reply.StatusCode, err)

	hi := "Hi"
	turns := []anywire.MessagesTurn{*anywire.NewMessagesTurn(anywire.MESSAGESROLE_USER, anywire.MessagesTurnContent{String: &hi})}
	_, reply, err = client.MessagesAPI.CreateMessage(ctx).AnthropicVersion("2023-06-01").MessagesRequest(*anywire.NewMessagesRequest("messages", turns, 0)).Execute()
	invalid := refused[anywire.MessagesErrorResponse](400, reply.StatusCode, err)

	_, reply, err = client.GenerateContentAPI.GenerateContent(ctx, "none").GeminiGenerateContentRequest(contents("Hi")).Execute()
	absent := refused[anywire.GeminiErrorReply](404, reply.StatusCode, err)

	create := anywire.NewResponsesCreateRequest("none")
	create.SetInput(anywire.ResponsesInput{String: &hi})
	_, reply, err = client.ResponsesAPI.CreateResponse(ctx).ResponsesCreateRequest(*create).Execute()
	return errors.Join(unknown, unauthorized, invalid, absent, refused[anywire.ResponsesErrorReply](404, reply.StatusCode, err))
}

func refused[T any](expected, status int, err error) error {
	var failure *anywire.GenericOpenAPIError
	if !errors.As(err, &failure) {
		return fmt.Errorf("%d expected, not %v", expected, err)
	}
	if _, ok := failure.Model().(T); !ok {
		return fmt.Errorf("%d: the error has the type %T", expected, failure.Model())
	}
	return same(status, expected)
}

// examples reads every example of the contract into its type; nothing of it is lost when it is written.
func examples() error {
	text, err := os.ReadFile(os.Getenv("ANYWIRE_EXAMPLES"))
	if err != nil {
		return err
	}
	var list []struct {
		Schema string
		Value  json.RawMessage
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	for _, example := range list {
		make, ok := exampleTypes[example.Schema]
		if !ok {
			return fmt.Errorf("there is no type %s", example.Schema)
		}
		value := make()
		if err := json.Unmarshal(example.Value, value); err != nil {
			return fmt.Errorf("%s: %w", example.Schema, err)
		}
		written, err := json.Marshal(value)
		if err != nil {
			return fmt.Errorf("%s: %w", example.Schema, err)
		}
		var before, after any
		if err := errors.Join(json.Unmarshal(example.Value, &before), json.Unmarshal(written, &after)); err != nil {
			return err
		}
		if !holds(after, before) {
			return fmt.Errorf("%s: %s is not %s", example.Schema, written, example.Value)
		}
		if unknown(reflect.ValueOf(value)) {
			return fmt.Errorf("%s: a known tag was taken for an unknown one: %s", example.Schema, written)
		}
	}
	return nil
}

func unknown(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.Pointer:
		return !value.IsNil() && unknown(value.Elem())
	case reflect.Slice:
		for index := range value.Len() {
			if unknown(value.Index(index)) {
				return true
			}
		}
	case reflect.Struct:
		if members := value.FieldByName("Unknown"); members.Kind() == reflect.Map && !members.IsNil() {
			return true
		}
		for index := range value.NumField() {
			if unknown(value.Field(index)) {
				return true
			}
		}
	}
	return false
}

// holds tells whether all of the value was written; the tag of a kind that may be left out is added.
func holds(written, value any) bool {
	switch value := value.(type) {
	case map[string]any:
		members, _ := written.(map[string]any)
		for name, member := range value {
			if member != nil && !holds(members[name], member) {
				return false
			}
		}
		return true
	case []any:
		items, _ := written.([]any)
		if len(items) != len(value) {
			return false
		}
		for index, item := range value {
			if !holds(items[index], item) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(written, value)
}

func same(found, expected any) error {
	if reflect.DeepEqual(found, expected) {
		return nil
	}
	return fmt.Errorf("%v is not %v", found, expected)
}

func everyByte(times int) []byte {
	every := []byte{}
	for value := range 256 {
		every = append(every, byte(value))
	}
	return bytes.Repeat(every, times)
}

func temporary(name string, content []byte) (string, error) {
	folder, err := os.MkdirTemp("", "anywire")
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, name)
	return path, os.WriteFile(path, content, 0o600)
}

func main() {
	setup()
	checks := []struct {
		name string
		run  func() error
	}{
		{"chat", chat}, {"chat from JSON", chatFromJSON}, {"chat streamed", chatStreamed}, {"message with tool", messageWithTool},
		{"message streamed", messageStreamed}, {"response", response}, {"response streamed", responseStreamed}, {"content", content},
		{"content streamed", contentStreamed}, {"embeddings", embeddings}, {"rerank", rerank}, {"transcription", transcription},
		{"image edit", imageEdit}, {"speech", speech}, {"models", models}, {"errors", failures}, {"examples", examples},
	}
	passed := 0
	for _, check := range checks {
		if err := check.run(); err != nil {
			fmt.Printf("FAILED %s: %v\n", check.name, err)
		} else {
			passed++
		}
	}
	fmt.Printf("%d passed, %d failed\n", passed, len(checks)-passed)
	if passed < len(checks) {
		os.Exit(1)
	}
}

// Calls every kind of endpoint with the client. docs/generate-a-client.md shows the parts between the marks.
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

	"example.com/anywire/client"
)

var (
	gateway *anywire.Anywire
	ctx     = context.Background()
)

func setup() {
	// snippet: setup
	gateway = anywire.New(os.Getenv("ANYWIRE_URL"), os.Getenv("ANYWIRE_TOKEN"), anywire.Options{})
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
	completion, err := gateway.ChatCompletion(ctx, *request)
	if err != nil {
		return err
	}
	fmt.Println(anywire.TextOf(completion))
	// end
	usage := completion.GetUsage()
	return same(
		[]any{anywire.TextOf(completion), usage.GetTotalTokens(), completion.AdditionalProperties["brand_new"]},
		[]any{"Hello", int64(7), map[string]any{"since": "yesterday"}},
	)
}

func chatFromJSON() error {
	var request anywire.ChatCompletionRequest
	text := `{"model": "messages", "messages": [{"role": "user", "content": [{"type": "text", "text": "Say hello."}]}]}`
	if err := json.Unmarshal([]byte(text), &request); err != nil {
		return err
	}
	completion, err := gateway.ChatCompletion(ctx, request)
	if err != nil {
		return err
	}
	return same(anywire.TextOf(completion), "Hello")
}

func chatStreamed() error {
	var text strings.Builder
	// snippet: stream
	request := anywire.NewChatCompletionRequest("chat", []anywire.ChatMessage{userMessage("Say hello.")})
	stream, err := gateway.StreamChatCompletion(ctx, *request)
	if err != nil {
		return err
	}
	for chunk, err := range stream.Events() {
		if err != nil {
			return err
		}
		text.WriteString(anywire.TextOf(chunk))
	}
	// end
	return same(text.String(), "Hello")
}

func messageWithTool() error {
	// snippet: tools
	question := "How warm is it in Paris?"
	schema := anywire.NewMessagesInputSchema("object")
	request := anywire.NewMessagesRequest("messages", []anywire.MessagesTurn{
		{Role: anywire.MESSAGESROLE_USER, Content: &anywire.MessagesTurnContent{String: &question}},
	}, 200)
	request.SetTools([]anywire.MessagesToolDeclaration{{MessagesTool: anywire.NewMessagesTool("custom", "weather", *schema)}})
	reply, err := gateway.Message(ctx, *request)
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
		anywire.MessagesTurn{Role: anywire.MESSAGESROLE_ASSISTANT, Content: blocks(anywire.MessagesContentBlock{MessagesToolUseBlock: call})},
		anywire.MessagesTurn{Role: anywire.MESSAGESROLE_USER, Content: blocks(anywire.MessagesContentBlock{MessagesToolResultBlock: result})},
	)
	final, err := gateway.Message(ctx, *request)
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

func blocks(list ...anywire.MessagesContentBlock) *anywire.MessagesTurnContent {
	return &anywire.MessagesTurnContent{ArrayOfMessagesContentBlock: &list}
}

func messageStreamed() error {
	hi := "Hi"
	turns := []anywire.MessagesTurn{{Role: anywire.MESSAGESROLE_USER, Content: &anywire.MessagesTurnContent{String: &hi}}}
	request := anywire.NewMessagesRequest("messages", turns, 20)
	stream, err := gateway.StreamMessage(ctx, *request)
	if err != nil {
		return err
	}
	text, stopped := "", false
	// snippet: events
	for event, err := range stream.Events() {
		if err != nil {
			return err
		}
		if delta := event.MessagesContentBlockDelta; delta != nil && delta.Delta.MessagesTextDelta != nil {
			text += delta.Delta.MessagesTextDelta.Text
		}
		// hide
		stopped = event.MessagesMessageStop != nil
		// show
	}
	// end
	return same([]any{text, stopped}, []any{"Hello", true})
}

func response() error {
	// snippet: responses
	question := "Say hello."
	request := anywire.NewResponsesCreateRequest("responses")
	request.SetInput(anywire.ResponsesInput{String: &question})
	reply, err := gateway.Response(ctx, *request)
	if err != nil {
		return err
	}
	text := anywire.TextOf(reply)
	// end
	return same(text, "Hello")
}

func responseStreamed() error {
	hi := "Hi"
	request := anywire.NewResponsesCreateRequest("responses")
	request.SetInput(anywire.ResponsesInput{String: &hi})
	stream, err := gateway.StreamResponse(ctx, *request)
	if err != nil {
		return err
	}
	text, completed := "", false
	for event, err := range stream.Events() {
		if err != nil {
			return err
		}
		text += anywire.TextOf(event)
		completed = event.ResponsesCompletedEvent != nil
	}
	return same([]any{text, completed}, []any{"Hello", true})
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
	reply, err := gateway.Content(ctx, "org/chat", request)
	if err != nil {
		return err
	}
	text := anywire.TextOf(reply)
	// end
	return same(text, "Hello")
}

func contentStreamed() error {
	stream, err := gateway.StreamContent(ctx, "gemini", contents("Hi"))
	if err != nil {
		return err
	}
	text, err := stream.Text()
	return errors.Join(err, same(text, "Hello"))
}

func embeddings() error {
	// snippet: embeddings
	first, second := "one", "two"
	inputs := []anywire.EmbeddingInputItem{{String: &first}, {String: &second}}
	request := anywire.NewEmbeddingRequest("embed", anywire.EmbeddingInput{ArrayOfEmbeddingInputItem: &inputs})
	vectors, err := gateway.Embeddings(ctx, *request)
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
	ranking, err := gateway.Rerank(ctx, *request)
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
	transcript, _, err := gateway.AudioAPI.CreateTranscription(ctx).Model("hear").File(file).Execute()
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
	edited, _, err := gateway.ImagesAPI.CreateImageEdit(ctx).Model("paint").Prompt("Make it blue.").Image([]*os.File{file}).Execute()
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
	file, _, err := gateway.AudioAPI.CreateSpeech(ctx).AudioSpeechRequest(*request).Execute()
	if err != nil {
		return err
	}
	audio, err := io.ReadAll(file)
	// end
	os.Remove(file.Name())
	return errors.Join(err, same(audio, everyByte(4)))
}

func models() error {
	list, _, err := gateway.ModelsAPI.ListModels(ctx).Execute()
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
	_, err := gateway.ChatCompletion(ctx, *request)
	var failure *anywire.Error
	if errors.As(err, &failure) && errors.Is(err, anywire.ErrNotFound) {
		fmt.Println(failure.Status, failure.Code, failure.Message, failure.RequestID)
	}
	// end
	unknown := refused[*anywire.ChatErrorResponse](404, "model_not_found", err)

	stranger := anywire.New(os.Getenv("ANYWIRE_URL"), "wrong", anywire.Options{})
	_, err = stranger.ChatCompletion(ctx, *request)
	unauthorized := refused[*anywire.ChatErrorResponse](401, "invalid_api_key", err)

	hi := "Hi"
	turns := []anywire.MessagesTurn{{Role: anywire.MESSAGESROLE_USER, Content: &anywire.MessagesTurnContent{String: &hi}}}
	_, err = gateway.Message(ctx, *anywire.NewMessagesRequest("messages", turns, 0))
	invalid := refused[*anywire.MessagesErrorResponse](400, "invalid_request_error", err)

	_, err = gateway.Content(ctx, "none", contents("Hi"))
	absent := refused[*anywire.GeminiErrorReply](404, "NOT_FOUND", err)

	create := anywire.NewResponsesCreateRequest("none")
	create.SetInput(anywire.ResponsesInput{String: &hi})
	_, err = gateway.Response(ctx, *create)
	missing := refused[*anywire.ResponsesErrorReply](404, "model_not_found", err)

	// A generated operation.
	_, reply, err := gateway.AdminAPI.ListTokens(ctx).Execute()
	closed := refused[*anywire.PlatformProblemDetails](404, "not_found", anywire.AsError(reply, err))
	return errors.Join(unknown, unauthorized, invalid, absent, missing, closed)
}

func refused[T any](status int, code string, err error) error {
	var failure *anywire.Error
	if !errors.As(err, &failure) {
		return fmt.Errorf("%d expected, not %v", status, err)
	}
	if _, ok := failure.Reply.(T); !ok {
		return fmt.Errorf("%d: the error has the type %T", status, failure.Reply)
	}
	return same([]any{failure.Status, failure.Code, failure.RequestID != ""}, []any{status, code, true})
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
	report([]check{
		{"chat", chat}, {"chat from JSON", chatFromJSON}, {"chat streamed", chatStreamed}, {"message with tool", messageWithTool},
		{"message streamed", messageStreamed}, {"response", response}, {"response streamed", responseStreamed}, {"content", content},
		{"content streamed", contentStreamed}, {"embeddings", embeddings}, {"rerank", rerank}, {"transcription", transcription},
		{"image edit", imageEdit}, {"speech", speech}, {"models", models}, {"errors", failures}, {"examples", examples},
	})
}

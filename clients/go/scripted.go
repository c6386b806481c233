// Retries, streams and errors of the client, against a server that misbehaves as its address says.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"time"

	"example.com/anywire/client"
)

const (
	greeting = "Grüße 👋"
	token    = "sk-test"
)

var ctx = context.Background()

type scenario struct {
	address string
	gateway *anywire.Anywire
}

type visit struct {
	Requests []int
	Closed   bool
}

func open(name string, options anywire.Options) scenario {
	address := fmt.Sprintf("%s/%s/go-%d", os.Getenv("ANYWIRE_SCRIPTED"), name, rand.Int64())
	return scenario{address, anywire.New(address, token, options)}
}

func (s scenario) visit() (seen visit) {
	reply, err := http.Get(s.address + "/visit")
	if err == nil {
		defer reply.Body.Close()
		err = json.NewDecoder(reply.Body).Decode(&seen)
	}
	if err != nil {
		panic(err)
	}
	return seen
}

func (s scenario) waited(milliseconds int) error {
	seen := s.visit().Requests
	if len(seen) != 2 || seen[1]-seen[0] < milliseconds {
		return fmt.Errorf("requests came at %v", seen)
	}
	return nil
}

func (s scenario) sent(times int) error { return same(len(s.visit().Requests), times) }

func (s scenario) isClosed() error {
	for range 100 {
		if s.visit().Closed {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return errors.New("the connection is open")
}

func read(request interface{ UnmarshalJSON([]byte) error }, text string) {
	if err := request.UnmarshalJSON([]byte(text)); err != nil {
		panic(err)
	}
}

func chat() (request anywire.ChatCompletionRequest) {
	read(&request, `{"model": "up", "messages": [{"role": "user", "content": "Hi"}]}`)
	return request
}

func message() (request anywire.MessagesRequest) {
	read(&request, `{"model": "up", "max_tokens": 20, "messages": [{"role": "user", "content": "Hi"}]}`)
	return request
}

func prompt() anywire.CompletionRequest {
	hi := "Hi"
	return *anywire.NewCompletionRequest("up", anywire.CompletionPrompt{String: &hi})
}

func response() anywire.ResponsesCreateRequest {
	hi := "Hi"
	request := anywire.NewResponsesCreateRequest("up")
	request.SetInput(anywire.ResponsesInput{String: &hi})
	return *request
}

func contents() (request anywire.GeminiGenerateContentRequest) {
	read(&request, `{"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}`)
	return request
}

func text[T any](stream *anywire.Stream[T], err error) (string, error) {
	if err != nil {
		return "", err
	}
	return stream.Text()
}

func leave[T any](stream *anywire.Stream[T], err error) error {
	if err != nil {
		return err
	}
	for range stream.Events() {
		break
	}
	return nil
}

// styles read a stream of each style to its end, or leave it.
var styles = map[string]struct {
	text  func(*anywire.Anywire) (string, error)
	leave func(*anywire.Anywire) error
	plain func(*anywire.Anywire) error
	kind  any
}{
	"chat": {
		func(a *anywire.Anywire) (string, error) { return text(a.StreamChatCompletion(ctx, chat())) },
		func(a *anywire.Anywire) error { return leave(a.StreamChatCompletion(ctx, chat())) },
		func(a *anywire.Anywire) error { _, err := a.ChatCompletion(ctx, chat()); return err },
		&anywire.ChatErrorResponse{},
	},
	"messages": {
		func(a *anywire.Anywire) (string, error) { return text(a.StreamMessage(ctx, message())) },
		func(a *anywire.Anywire) error { return leave(a.StreamMessage(ctx, message())) },
		func(a *anywire.Anywire) error { _, err := a.Message(ctx, message()); return err },
		&anywire.MessagesErrorResponse{},
	},
	"completions": {
		func(a *anywire.Anywire) (string, error) { return text(a.StreamCompletion(ctx, prompt())) },
		func(a *anywire.Anywire) error { return leave(a.StreamCompletion(ctx, prompt())) },
		func(a *anywire.Anywire) error { _, err := a.Completion(ctx, prompt()); return err },
		&anywire.MediaErrorReply{},
	},
	"responses": {
		func(a *anywire.Anywire) (string, error) { return text(a.StreamResponse(ctx, response())) },
		func(a *anywire.Anywire) error { return leave(a.StreamResponse(ctx, response())) },
		func(a *anywire.Anywire) error { _, err := a.Response(ctx, response()); return err },
		&anywire.ResponsesErrorReply{},
	},
	"content": {
		func(a *anywire.Anywire) (string, error) { return text(a.StreamContent(ctx, "up", contents())) },
		func(a *anywire.Anywire) error { return leave(a.StreamContent(ctx, "up", contents())) },
		func(a *anywire.Anywire) error { _, err := a.Content(ctx, "up", contents()); return err },
		&anywire.GeminiErrorReply{},
	},
}

func eachStream(name string, check func(style, text string, err error) error) error {
	for style, calls := range styles {
		server := open(name, anywire.Options{})
		text, err := calls.text(server.gateway)
		if err := errors.Join(check(style, text, err), server.sent(1)); err != nil {
			return fmt.Errorf("%s: %w", style, err)
		}
	}
	return nil
}

func retriesAfterTheTimeAskedFor() error {
	busy, second := open("busy", anywire.Options{}), open("busy-a-second", anywire.Options{})
	completion, err := busy.gateway.ChatCompletion(ctx, chat())
	if err != nil {
		return err
	}
	_, err = second.gateway.Message(ctx, message())
	return errors.Join(err, same(anywire.TextOf(completion), greeting), busy.waited(290), second.waited(990))
}

func retriesBeforeAStream() error {
	text, err := styles["chat"].text(open("busy", anywire.Options{}).gateway)
	return errors.Join(err, same(text, greeting))
}

func retriesGeneratedOperations() error {
	server := open("busy", anywire.Options{})
	_, _, err := server.gateway.ChatCompletionsAPI.CreateChatCompletion(ctx).ChatCompletionRequest(chat()).Execute()
	return errors.Join(err, server.waited(290))
}

func retriesConnections() error {
	server := open("dropped", anywire.Options{})
	return errors.Join(styles["chat"].plain(server.gateway), server.sent(2))
}

func givesUp() error {
	for retries, times := range map[int]int{0: 3, -1: 1} {
		server := open("down", anywire.Options{Retries: retries})
		if err := errors.Join(is(styles["chat"].plain(server.gateway), anywire.ErrServer), server.sent(times)); err != nil {
			return err
		}
	}
	return nil
}

func doesNotRetryInVain() error {
	for name, kind := range map[string]error{
		"busy-for-an-hour": anywire.ErrRateLimited, "quota-spent": anywire.ErrRateLimited, "refused": anywire.ErrBadRequest,
	} {
		server := open(name, anywire.Options{})
		if err := errors.Join(is(styles["chat"].plain(server.gateway), kind), server.sent(1)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func eachStatusHasItsKind() error {
	kinds := map[int]error{
		400: anywire.ErrBadRequest, 401: anywire.ErrUnauthorized, 402: anywire.ErrPaymentRequired, 403: anywire.ErrForbidden,
		404: anywire.ErrNotFound, 409: anywire.ErrConflict, 413: anywire.ErrTooLarge, 429: anywire.ErrRateLimited,
		500: anywire.ErrServer, 503: anywire.ErrServer,
	}
	for status, kind := range kinds {
		err := styles["chat"].plain(open(fmt.Sprintf("status-%d", status), anywire.Options{Retries: -1}).gateway)
		var failure *anywire.Error
		if !errors.As(err, &failure) || failure.Status != status || !errors.Is(err, kind) {
			return fmt.Errorf("%d is %v", status, err)
		}
		for other, otherKind := range kinds {
			if otherKind != kind && errors.Is(err, otherKind) {
				return fmt.Errorf("%d is also a %d", status, other)
			}
		}
	}
	return nil
}

func describesErrors() error {
	for style, calls := range styles {
		var failure *anywire.Error
		err := calls.plain(open("refused", anywire.Options{}).gateway)
		if !errors.As(err, &failure) {
			return fmt.Errorf("%s: %v", style, err)
		}
		found := []any{failure.Status, failure.Code, failure.Message, failure.RequestID, fmt.Sprintf("%T", failure.Reply)}
		expected := []any{400, "invalid_request", "Scripted: invalid_request.", "req_scripted", fmt.Sprintf("%T", calls.kind)}
		if err := same(found, expected); err != nil {
			return err
		}
	}
	var models *anywire.Error
	_, reply, err := open("refused", anywire.Options{}).gateway.ModelsAPI.ListModels(ctx).Execute()
	if !errors.As(anywire.AsError(reply, err), &models) {
		return fmt.Errorf("models: %v", err)
	}
	if _, ok := models.Reply.(*anywire.ModelsOpenAIErrorResponse); !ok {
		return fmt.Errorf("models: %T", models.Reply)
	}
	var page *anywire.Error
	if !errors.As(styles["chat"].plain(open("page", anywire.Options{}).gateway), &page) || page.Reply != nil {
		return errors.New("a page was taken for an error of the gateway")
	}
	return nil
}

func readsEventsAsTheyCome() error {
	server := open("held", anywire.Options{})
	short, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	stream, err := server.gateway.StreamChatCompletion(short, chat())
	if err != nil {
		return err
	}
	first, err := stream.Next()
	if err != nil {
		return err
	}
	server.visit()
	rest, err := stream.Text()
	return errors.Join(err, same(anywire.TextOf(first)+rest, greeting))
}

func readsAwkwardStreams() error {
	return eachStream("awkward", func(_, text string, err error) error { return errors.Join(err, same(text, greeting)) })
}

func cutStreamsFail() error {
	return eachStream("cut", func(_, _ string, err error) error { return is(err, io.ErrUnexpectedEOF) })
}

func shortStreamsFail() error {
	return eachStream("short", func(style, _ string, err error) error {
		if style == "content" {
			return err
		}
		return is(err, io.ErrUnexpectedEOF)
	})
}

func errorEventsAreReturned() error {
	return eachStream("broken", func(_, _ string, err error) error {
		var failure *anywire.StreamError
		if !errors.As(err, &failure) {
			return fmt.Errorf("it is %v", err)
		}
		return same([]any{failure.Code, failure.RequestID, failure.Message != ""}, []any{"server_error", "req_scripted", true})
	})
}

func leavingALoopClosesTheConnection() error {
	for _, calls := range styles {
		server := open("endless", anywire.Options{})
		if err := errors.Join(calls.leave(server.gateway), server.isClosed()); err != nil {
			return err
		}
	}
	return nil
}

func contextsEndRequests() error {
	for _, name := range []string{"silent", "stalled", "busy-a-second"} {
		server := open(name, anywire.Options{})
		short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		_, err := text(server.gateway.StreamChatCompletion(short, chat()))
		cancel()
		if err := errors.Join(is(err, context.DeadlineExceeded), server.sent(1)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func errorsTellNoSecrets() error {
	failures := map[string]error{}
	for _, name := range []string{"refused", "page", "dropped", "cut", "broken", "silent"} {
		short, cancel := context.WithTimeout(ctx, 150*time.Millisecond)
		_, failures[name] = text(open(name, anywire.Options{Retries: -1}).gateway.StreamMessage(short, message()))
		cancel()
	}
	strange := anywire.New("http://127.0.0.1", token+"\n"+token, anywire.Options{Retries: -1})
	_, failures["a token that no header can carry"] = strange.Message(ctx, message())
	for name, err := range failures {
		if err == nil || strings.Contains(fmt.Sprintf("%v %+v", err, err), token) {
			return fmt.Errorf("%s: %v", name, err)
		}
	}
	return nil
}

func is(err, kind error) error {
	if errors.Is(err, kind) {
		return nil
	}
	return fmt.Errorf("%v is not %v", err, kind)
}

func main() {
	report([]check{
		{"retries after the time asked for", retriesAfterTheTimeAskedFor}, {"retries before a stream", retriesBeforeAStream},
		{"retries generated operations", retriesGeneratedOperations}, {"retries connections", retriesConnections}, {"gives up", givesUp},
		{"does not retry in vain", doesNotRetryInVain}, {"describes errors", describesErrors},
		{"each status has its kind", eachStatusHasItsKind},
		{"reads events as they come", readsEventsAsTheyCome}, {"reads awkward streams", readsAwkwardStreams}, {"cut streams fail", cutStreamsFail}, {"short streams fail", shortStreamsFail},
		{"error events are returned", errorEventsAreReturned}, {"leaving a loop closes the connection", leavingALoopClosesTheConnection},
		{"contexts end requests", contextsEndRequests}, {"errors tell no secrets", errorsTellNoSecrets},
	})
}

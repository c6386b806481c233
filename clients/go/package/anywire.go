package anywire

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// Anywire is the gateway. It has the generated operations of all groups, and streams of typed events in each style; both are sent again
// where that may help.
type Anywire struct {
	*APIClient
}

// Options are settings of a client; the zero value has the defaults.
type Options struct {
	// Retries is how often a request is sent again after it failed: 2 where it is 0, never where it is negative. Nothing is sent again once
	// a stream has begun.
	Retries int
	// HTTPClient sends the requests; http.DefaultClient where it is nil.
	HTTPClient *http.Client
}

// New is a client of the gateway at an address. Times are limited by contexts.
func New(baseURL, token string, options Options) *Anywire {
	client := http.DefaultClient
	if options.HTTPClient != nil {
		client = options.HTTPClient
	}
	retries := options.Retries
	if retries == 0 {
		retries = defaultRetries
	}
	retrying := *client
	retrying.Transport = retryTransport{next: client.Transport, retries: retries}
	configuration := NewConfiguration()
	configuration.Servers = ServerConfigurations{{URL: strings.TrimRight(baseURL, "/")}}
	configuration.HTTPClient = &retrying
	if token != "" {
		configuration.AddDefaultHeader("Authorization", "Bearer "+token)
	}
	return &Anywire{NewAPIClient(configuration)}
}

// ChatCompletion answers in the style of chat completions.
func (a *Anywire) ChatCompletion(ctx context.Context, request ChatCompletionRequest) (*ChatCompletion, error) {
	request.Stream = nil
	return plain[ChatCompletion](ctx, a, "/v1/chat/completions", request)
}

// StreamChatCompletion answers in the style of chat completions, piece by piece.
func (a *Anywire) StreamChatCompletion(ctx context.Context, request ChatCompletionRequest) (*Stream[ChatCompletionChunk], error) {
	request.SetStream(true)
	return stream[ChatCompletionChunk](ctx, a, "/v1/chat/completions", request, chatRules)
}

// Message answers in the style of messages.
func (a *Anywire) Message(ctx context.Context, request MessagesRequest) (*MessagesMessage, error) {
	request.Stream = nil
	return plain[MessagesMessage](ctx, a, "/v1/messages", request)
}

// StreamMessage answers in the style of messages, piece by piece.
func (a *Anywire) StreamMessage(ctx context.Context, request MessagesRequest) (*Stream[MessagesStreamEvent], error) {
	request.SetStream(true)
	return stream[MessagesStreamEvent](ctx, a, "/v1/messages", request, messagesRules)
}

// Response answers in the style of responses.
func (a *Anywire) Response(ctx context.Context, request ResponsesCreateRequest) (*ResponsesResponse, error) {
	request.Stream = nil
	return plain[ResponsesResponse](ctx, a, "/v1/responses", request)
}

// StreamResponse answers in the style of responses, piece by piece.
func (a *Anywire) StreamResponse(ctx context.Context, request ResponsesCreateRequest) (*Stream[ResponsesStreamEvent], error) {
	request.SetStream(true)
	return stream[ResponsesStreamEvent](ctx, a, "/v1/responses", request, responsesRules)
}

// Content answers in the style of generate content.
func (a *Anywire) Content(ctx context.Context, model string, request GeminiGenerateContentRequest) (*GeminiGenerateContentResponse, error) {
	return plain[GeminiGenerateContentResponse](ctx, a, contentPath(model)+":generateContent", request)
}

// StreamContent answers in the style of generate content, piece by piece.
func (a *Anywire) StreamContent(ctx context.Context, model string, request GeminiGenerateContentRequest) (*Stream[GeminiGenerateContentResponse], error) {
	return stream[GeminiGenerateContentResponse](ctx, a, contentPath(model)+":streamGenerateContent?alt=sse", request, contentRules)
}

// Completion continues a text.
func (a *Anywire) Completion(ctx context.Context, request CompletionRequest) (*Completion, error) {
	request.Stream = nil
	return plain[Completion](ctx, a, "/v1/completions", request)
}

// StreamCompletion continues a text, piece by piece.
func (a *Anywire) StreamCompletion(ctx context.Context, request CompletionRequest) (*Stream[CompletionChunk], error) {
	request.SetStream(true)
	return stream[CompletionChunk](ctx, a, "/v1/completions", request, chatRules)
}

// Embeddings makes vectors.
func (a *Anywire) Embeddings(ctx context.Context, request EmbeddingRequest) (*EmbeddingList, error) {
	return plain[EmbeddingList](ctx, a, "/v1/embeddings", request)
}

// Rerank sorts documents by how well they answer a query.
func (a *Anywire) Rerank(ctx context.Context, request RerankRequest) (*RerankReply, error) {
	return plain[RerankReply](ctx, a, "/v1/rerank", request)
}

func contentPath(model string) string {
	return "/v1beta/models/" + url.PathEscape(model)
}

func plain[T any](ctx context.Context, a *Anywire, path string, request any) (*T, error) {
	response, err := a.post(ctx, path, "application/json", request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	reply := new(T)
	return reply, json.NewDecoder(response.Body).Decode(reply)
}

func stream[T any](ctx context.Context, a *Anywire, path string, request any, rules streamRules) (*Stream[T], error) {
	response, err := a.post(ctx, path, "text/event-stream", request)
	if err != nil {
		return nil, err
	}
	return newStream[T](response, rules), nil
}

// post gives the reply with its body unread; one with an error status is an *Error.
func (a *Anywire) post(ctx context.Context, path, accept string, request any) (*http.Response, error) {
	base, err := a.GetConfig().ServerURLWithContext(ctx, "")
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	prepared, err := http.NewRequestWithContext(ctx, http.MethodPost, base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, value := range a.GetConfig().DefaultHeader {
		prepared.Header.Set(name, value)
	}
	prepared.Header.Set("Content-Type", "application/json")
	prepared.Header.Set("Accept", accept)
	if strings.HasPrefix(path, "/v1/messages") {
		prepared.Header.Set("anthropic-version", "2023-06-01")
	}
	response, err := a.GetConfig().HTTPClient.Do(prepared)
	if err != nil {
		return nil, err
	}
	if response.StatusCode >= 300 {
		defer response.Body.Close()
		text, _ := io.ReadAll(io.LimitReader(response.Body, longestError))
		return nil, newError(response, text)
	}
	return response, nil
}

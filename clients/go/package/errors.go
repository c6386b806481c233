package anywire

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// Bytes of an error reply that are read.
const longestError = 1 << 20

// Error is a reply whose status is an error. errors.Is tells which: errors.Is(err, anywire.ErrRateLimited).
type Error struct {
	Status int
	// Code is the word for its kind, as rate_limit_exceeded.
	Code    string
	Message string
	// Param is the field that is wrong.
	Param     string
	RequestID string
	Header    http.Header
	Body      []byte
	// Reply is the body in the type of the request's style, as *ChatErrorResponse or *MessagesErrorResponse; nil where the reply is not the
	// gateway's.
	Reply any
}

func (e *Error) Error() string {
	message := e.Message
	if message == "" {
		message = "the reply is an error"
	}
	return fmt.Sprintf("%d: %s", e.Status, message)
}

// The kinds of errors that programs tell apart by their status.
var (
	ErrBadRequest      = errors.New("400 bad request")
	ErrUnauthorized    = errors.New("401 unauthorized")
	ErrPaymentRequired = errors.New("402 payment required")
	ErrForbidden       = errors.New("403 forbidden")
	ErrNotFound        = errors.New("404 not found")
	ErrConflict        = errors.New("409 conflict")
	ErrTooLarge        = errors.New("413 too large")
	ErrRateLimited     = errors.New("429 rate limited")
	// ErrServer is any status from 500.
	ErrServer = errors.New("5xx server error")
)

var byStatus = map[int]error{
	400: ErrBadRequest,
	401: ErrUnauthorized,
	402: ErrPaymentRequired,
	403: ErrForbidden,
	404: ErrNotFound,
	409: ErrConflict,
	413: ErrTooLarge,
	429: ErrRateLimited,
}

func (e *Error) Is(target error) bool {
	return target != nil && (byStatus[e.Status] == target || (e.Status >= 500 && target == ErrServer))
}

// StreamError is what a stream says when it fails after it has begun.
type StreamError struct {
	Code      string
	Message   string
	RequestID string
	// Event is what the stream said.
	Event json.RawMessage
}

func (e *StreamError) Error() string {
	return "the stream failed: " + e.Message
}

// AsError makes an *Error of what a generated operation returns: _, reply, err := ….Execute(); err = anywire.AsError(reply, err).
// Other errors stay as they are.
func AsError(reply *http.Response, err error) error {
	var generated *GenericOpenAPIError
	if reply == nil || !errors.As(err, &generated) || reply.StatusCode < 300 {
		return err
	}
	return newError(reply, generated.Body())
}

func newError(response *http.Response, body []byte) *Error {
	facts := readFacts(body)
	id := response.Header.Get("x-request-id")
	if id == "" {
		id = facts.requestID
	}
	failure := &Error{
		Status: response.StatusCode, Code: facts.code, Message: facts.message, Param: facts.param, RequestID: id,
		Header: response.Header, Body: body,
	}
	if facts.message != "" && response.Request != nil {
		reply := errorType(response.Request.URL.Path, facts)
		if json.Unmarshal(body, reply) == nil {
			failure.Reply = reply
		}
	}
	return failure
}

// errorType is what the errors of a style are read into.
func errorType(path string, facts errorFacts) any {
	switch {
	case facts.isProblem:
		return &PlatformProblemDetails{}
	case facts.isMessages:
		return &MessagesErrorResponse{}
	case strings.Contains(path, "mbedContent"):
		return &EmbeddingErrorReply{}
	case strings.Contains(path, "/models/") && strings.Contains(path, ":"):
		return &GeminiErrorReply{}
	case strings.Contains(path, "/v1/responses") || strings.Contains(path, "/v1/conversations"):
		return &ResponsesErrorReply{}
	case strings.Contains(path, "/v1/chat/"):
		return &ChatErrorResponse{}
	case strings.Contains(path, "/v1/models"):
		return &ModelsOpenAIErrorResponse{}
	case strings.Contains(path, "/v1beta/models"):
		return &ModelsGeminiErrorResponse{}
	case strings.Contains(path, "/v1/realtime/"):
		return &RealtimeErrorReply{}
	case strings.Contains(path, "/rerank"):
		return &RerankErrorReply{}
	default:
		return &MediaErrorReply{}
	}
}

type errorFacts struct {
	message, code, param, requestID string
	isProblem, isMessages           bool
}

// readFacts finds the same facts in each style's error, of a reply or of a stream's event.
func readFacts(body []byte) errorFacts {
	var members struct {
		Error     json.RawMessage
		Response  struct{ Error json.RawMessage }
		Type      string
		RequestID string `json:"request_id"`
		Detail    string
	}
	if json.Unmarshal(body, &members) != nil {
		return errorFacts{}
	}
	inner := body
	for _, candidate := range []json.RawMessage{members.Response.Error, members.Error} {
		if strings.HasPrefix(string(candidate), "{") {
			inner = candidate
		}
	}
	var written struct {
		Message, Detail, Type, Param string
		Code, Status                 any
	}
	json.Unmarshal(inner, &written)
	facts := errorFacts{
		message: written.Message, param: written.Param, requestID: members.RequestID,
		isProblem: members.Detail != "", isMessages: members.Type == "error",
	}
	if facts.message == "" {
		facts.message = written.Detail
	}
	// Generate content has its status as a number in code and the word in status; messages has the word in type.
	for _, word := range []any{written.Code, written.Status, written.Type} {
		if text, ok := word.(string); ok && facts.code == "" {
			facts.code = text
		}
	}
	return facts
}

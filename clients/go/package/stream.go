package anywire

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
)

// Bytes of one event: pictures come as text.
const longestEvent = 64 << 20

// Stream is a reply that comes event by event.
type Stream[T any] struct {
	Response *http.Response
	lines    *bufio.Scanner
	rules    streamRules
	ended    bool
}

// streamRules are how the streams of a style end.
type streamRules struct {
	// isLast tells whether this is the last event of a whole stream; nil where the end of the reply is the end.
	isLast   func(data []byte, head eventHead) bool
	isFailed func(head eventHead) bool
}

type eventHead struct {
	Type  string          `json:"type"`
	Error json.RawMessage `json:"error"`
}

func (h eventHead) hasError() bool { return strings.HasPrefix(string(h.Error), "{") }

var (
	chatRules = streamRules{
		isLast:   func(data []byte, _ eventHead) bool { return string(data) == "[DONE]" },
		isFailed: eventHead.hasError,
	}
	messagesRules = streamRules{
		isLast:   func(_ []byte, head eventHead) bool { return head.Type == "message_stop" },
		isFailed: func(head eventHead) bool { return head.Type == "error" },
	}
	responsesRules = streamRules{
		isLast: func(_ []byte, head eventHead) bool {
			return head.Type == "response.completed" || head.Type == "response.incomplete"
		},
		isFailed: func(head eventHead) bool { return head.Type == "error" || head.Type == "response.failed" },
	}
	contentRules = streamRules{isFailed: eventHead.hasError}
)

func newStream[T any](response *http.Response, rules streamRules) *Stream[T] {
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, longestEvent)
	return &Stream[T]{Response: response, lines: lines, rules: rules}
}

// Events are all events of the stream, which is closed when the loop is left. An error is the last one: a *StreamError where the stream
// says that it failed, io.ErrUnexpectedEOF where it ends too early.
func (s *Stream[T]) Events() iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		defer s.Close()
		for {
			event, err := s.Next()
			if err == io.EOF || !yield(event, err) || err != nil {
				return
			}
		}
	}
}

// Next waits for the next event; io.EOF is the end of the stream.
func (s *Stream[T]) Next() (*T, error) {
	for {
		data, err := s.data()
		if err != nil {
			return nil, s.atEnd(err)
		}
		var head eventHead
		isDone := string(data) == "[DONE]"
		if !isDone {
			if err := json.Unmarshal(data, &head); err != nil {
				return nil, fmt.Errorf("an event is not JSON: %w", err)
			}
		}
		if s.rules.isFailed(head) {
			facts := readFacts(data)
			return nil, &StreamError{Code: facts.code, Message: facts.message, RequestID: s.RequestID(), Event: data}
		}
		s.ended = s.ended || (s.rules.isLast != nil && s.rules.isLast(data, head))
		if isDone {
			continue
		}
		event := new(T)
		return event, json.Unmarshal(data, event)
	}
}

// atEnd tells what the end of the bytes means. What follows the last event is of no interest.
func (s *Stream[T]) atEnd(err error) error {
	if s.ended {
		return io.EOF
	}
	if errors.Is(err, io.EOF) && s.rules.isLast != nil {
		return fmt.Errorf("the stream ended before its last event: %w", io.ErrUnexpectedEOF)
	}
	return err
}

// data is that of the next event.
func (s *Stream[T]) data() ([]byte, error) {
	var data []byte
	for s.lines.Scan() {
		line := s.lines.Text()
		if line == "" && data != nil {
			return data, nil
		}
		value, isData := strings.CutPrefix(line, "data:")
		if !isData {
			continue
		}
		if data != nil {
			data = append(data, '\n')
		}
		data = append(data, strings.TrimPrefix(value, " ")...)
		if len(data) > longestEvent {
			return nil, bufio.ErrTooLong
		}
	}
	if err := s.lines.Err(); err != nil {
		return nil, err
	}
	return nil, io.EOF
}

// Text is the rest of the stream as text. The stream is closed.
func (s *Stream[T]) Text() (string, error) {
	var text strings.Builder
	for event, err := range s.Events() {
		if err != nil {
			return text.String(), err
		}
		text.WriteString(textOf(event))
	}
	return text.String(), nil
}

// RequestID names the request in the gateway's records.
func (s *Stream[T]) RequestID() string {
	return s.Response.Header.Get("x-request-id")
}

// Close ends the stream early.
func (s *Stream[T]) Close() error {
	return s.Response.Body.Close()
}

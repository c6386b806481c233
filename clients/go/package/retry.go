package anywire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	defaultRetries = 2
	firstPause     = 500 * time.Millisecond
	longestPause   = 8 * time.Second
	// A client that has to wait for longer is told so instead.
	longestRetryAfter = time.Minute
)

// retryTransport sends a request again after a failed connection and after statuses that may pass.
type retryTransport struct {
	next    http.RoundTripper
	retries int
}

func (t retryTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	next := t.next
	if next == nil {
		next = http.DefaultTransport
	}
	for tries := 1; ; tries++ {
		response, err := next.RoundTrip(request)
		again := tries <= t.retries && (request.Body == nil || request.GetBody != nil)
		pause, ok := time.Duration(0), false
		if again {
			pause, ok = pauseAfter(request.Context(), response, err, tries)
		}
		if !ok {
			return response, err
		}
		if response != nil {
			response.Body.Close()
		}
		select {
		case <-request.Context().Done():
			return nil, request.Context().Err()
		case <-time.After(pause):
		}
		request = request.Clone(request.Context())
		if request.GetBody != nil {
			if request.Body, err = request.GetBody(); err != nil {
				return nil, err
			}
		}
	}
}

// pauseAfter is how long to wait after try number tries, from 1; false where another one does not help.
func pauseAfter(ctx context.Context, response *http.Response, err error, tries int) (time.Duration, bool) {
	if err != nil {
		return growing(tries), ctx.Err() == nil && !errors.Is(err, context.Canceled)
	}
	asked, isAsked := retryAfter(response.Header)
	if !mayPass(response, isAsked) {
		return 0, false
	}
	if isAsked {
		return asked, asked <= longestRetryAfter
	}
	return growing(tries), true
}

func growing(tries int) time.Duration {
	pause := min(longestPause, firstPause<<min(tries-1, 10))
	return time.Duration(float64(pause) * (0.5 + rand.Float64()/2))
}

func mayPass(response *http.Response, isAsked bool) bool {
	switch status := response.StatusCode; {
	case status == http.StatusConflict:
		// The same Idempotency-Key is being answered; other conflicts stay, and have no Retry-After.
		return isAsked
	case status == http.StatusTooManyRequests:
		return !isQuotaSpent(response)
	default:
		return status == http.StatusRequestTimeout || status >= 500
	}
}

// isQuotaSpent reads the body, and leaves it as it was.
func isQuotaSpent(response *http.Response) bool {
	body, _ := io.ReadAll(io.LimitReader(response.Body, longestError))
	response.Body.Close()
	response.Body = io.NopCloser(bytes.NewReader(body))
	return readFacts(body).code == "insufficient_quota"
}

func retryAfter(header http.Header) (time.Duration, bool) {
	if milliseconds, err := strconv.ParseFloat(header.Get("retry-after-ms"), 64); err == nil && milliseconds >= 0 {
		return time.Duration(milliseconds * float64(time.Millisecond)), true
	}
	written := header.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(written, 64); err == nil && seconds >= 0 {
		return time.Duration(seconds * float64(time.Second)), true
	}
	if date, err := http.ParseTime(written); err == nil {
		return max(0, time.Until(date)), true
	}
	return 0, false
}

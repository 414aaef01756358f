package malformed

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// ErrPanic marks an error that was a panic.
var ErrPanic = errors.New("internal error")

// Guard runs f and turns a panic into an error.
func Guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v\n%s", ErrPanic, r, debug.Stack())
		}
	}()
	return f()
}

// FirstLine gives the line that tells most of what a reader said as it ended: that of a panic, be
// it caught or not, or of a fatal error.
func FirstLine(text string) string {
	for _, line := range strings.Split(text, "\n") {
		for _, prefix := range []string{"panic: ", ErrPanic.Error() + ": "} {
			if rest, ok := strings.CutPrefix(line, prefix); ok {
				return "the reader of such files panicked: " + rest
			}
		}
		if strings.HasPrefix(line, "fatal error: ") {
			return line
		}
	}
	line, _, _ := strings.Cut(text, "\n")
	return line
}

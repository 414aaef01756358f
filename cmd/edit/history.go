package edit

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"sync"

	"gsdms/sql/parse"
)

// historySize is how many texts the history keeps.
const historySize = 2000

// continued begins the lines of a text behind its first one, in the file of the history.
const continued = "\t"

// History is the texts of this and of earlier sessions, oldest first, as they were entered:
// with their lines and comments. Safe for concurrent use.
type History struct {
	path string // "": not kept

	mu    sync.Mutex
	texts []string
}

// OpenHistory reads a file; a history that cannot be read is empty, and without a file it is
// not kept.
func OpenHistory(path string) *History {
	h := &History{path: path}
	f, err := os.Open(path)
	if err != nil {
		return h
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 2<<20)
	for lines.Scan() {
		line, more := strings.CutPrefix(lines.Text(), continued)
		if n := len(h.texts); more && n > 0 {
			h.texts[n-1] += "\n" + line
			continue
		}
		h.texts = append(h.texts, line)
	}
	if extra := len(h.texts) - historySize; extra > 0 {
		h.texts = h.texts[extra:]
		h.rewrite()
	}
	return h
}

// inFile is a text as it stands in the file.
func inFile(text string) string { return strings.ReplaceAll(text, "\n", "\n"+continued) + "\n" }

// rewrite shortens the file to what is kept.
func (h *History) rewrite() {
	var all strings.Builder
	for _, text := range h.texts {
		all.WriteString(inFile(text))
	}
	if os.WriteFile(h.path+".new", []byte(all.String()), 0o600) == nil {
		_ = os.Rename(h.path+".new", h.path) // the longer file stays, then
	}
}

// Add keeps a text unless it is the last one again. After an error texts are kept in memory
// only, and so is what has a password.
func (h *History) Add(text string) error {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r", ""))
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.texts); text == "" || n > 0 && h.texts[n-1] == text {
		return nil
	}
	h.texts = append(h.texts, text)
	if _, secret := parse.Shown(text); h.path == "" || secret {
		return nil
	}
	err := appendFile(h.path, inFile(text))
	if err != nil {
		h.path = ""
	}
	return err
}

func appendFile(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("keep the history: %w", err)
	}
	defer f.Close()
	if _, err = f.WriteString(text); err != nil {
		return fmt.Errorf("keep the history: %w", err)
	}
	return nil
}

func (h *History) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.texts)
}

func (h *History) at(i int) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.texts[i]
}

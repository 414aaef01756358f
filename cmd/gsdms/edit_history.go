package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gsdms/sql"
)

// historySize is how many statements the history keeps.
const historySize = 2000

// history is the statements of this and of earlier sessions, oldest first, one line
// each. Safe for concurrent use.
type history struct {
	path string // "": not kept

	mu         sync.Mutex
	statements []string
}

// historyPath is the file of the history: $GSDMS_HISTORY, or .gsdms_history in the
// home folder; "" where there is none.
func historyPath() string {
	if path, ok := os.LookupEnv("GSDMS_HISTORY"); ok {
		return path
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".gsdms_history")
}

// openHistory reads the file; a history that cannot be read is empty.
func openHistory(path string) *history {
	h := &history{path: path}
	f, err := os.Open(path)
	if err != nil {
		return h
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 2<<20)
	for lines.Scan() {
		h.statements = append(h.statements, lines.Text())
	}
	if extra := len(h.statements) - historySize; extra > 0 {
		h.statements = h.statements[extra:]
		h.rewrite()
	}
	return h
}

// rewrite shortens the file to what is kept.
func (h *history) rewrite() {
	text := strings.Join(h.statements, "\n") + "\n"
	if os.WriteFile(h.path+".new", []byte(text), 0o600) == nil {
		os.Rename(h.path+".new", h.path)
	}
}

// add keeps a statement, on one line, unless it is the last one again.
func (h *history) add(statement string) error {
	statement = strings.ReplaceAll(sql.Fold(statement), "\n", `\n`)
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.statements); statement == "" || n > 0 && h.statements[n-1] == statement {
		return nil
	}
	h.statements = append(h.statements, statement)
	if h.path == "" {
		return nil
	}
	f, err := os.OpenFile(h.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("keep the history: %w", err)
	}
	defer f.Close()
	_, err = f.WriteString(statement + "\n")
	return err
}

func (h *history) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.statements)
}

func (h *history) at(i int) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.statements[i]
}

// all is a copy of the statements, oldest first.
func (h *history) all() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]string(nil), h.statements...)
}

package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-runewidth"
)

// How long a statement runs before it is said how far it is, and how often that is said anew.
const (
	progressAfter = 500 * time.Millisecond
	progressEvery = 200 * time.Millisecond
)

// active is a session that says what its statement does, and how much of that is done.
type active interface {
	Activity() (about string, done float64)
}

// watched says on the terminal how far the statement is that runs until done is called, if it
// takes long and a person waits for it.
func (r *runner) watched() (done func()) {
	session, ok := r.session.(active)
	if !ok || !r.status || dumb() || !isTerminal(r.out) {
		return func() {}
	}
	began, ends := time.Now(), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		for wait := progressAfter; ; wait = progressEvery {
			select {
			case <-ends:
				if wait == progressEvery {
					fmt.Fprint(r.out, "\r\x1b[K")
				}
				return
			case <-time.After(wait):
				about, done := session.Activity()
				line := progressLine(about, done, time.Since(began))
				width := max(1, terminalLayout(r.out).Width-1)
				fmt.Fprint(r.out, "\r"+r.tinted(faintText, runewidth.Truncate(line, width, "…"))+"\x1b[K")
			}
		}
	})
	return func() { close(ends); all.Wait() }
}

// progressLine says what a statement is doing, for how long, and, where a scan is under way,
// when that should end at its pace.
func progressLine(about string, done float64, took time.Duration) string {
	line := fmt.Sprintf("%.1f s", took.Seconds())
	switch {
	case about == "":
		return line
	case done == 0:
		return line + ", " + about
	}
	const cells = 20
	full := int(done * cells)
	bar := strings.Repeat("█", full) + strings.Repeat("░", cells-full)
	left := time.Duration(float64(took) * (1 - done) / done)
	return fmt.Sprintf("%s, %s %s %.0f %%, about %.1f s left of it", line, about, bar, 100*done, left.Seconds())
}

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"gsdms/operators"
	"gsdms/operators/cpu"
	"gsdms/sql/parse"
)

// backends makes the backend that --backend names. auto is CUDA where it can be had, with
// the CPU for the pipelines that CUDA refuses and those that the CPU is expected to be faster
// at, else the CPU; the shell says why, once, and every result names what it ran on.
func (e *environment) backends() (first, spare operators.Backend, err error) {
	if e.Backend != "cpu" {
		if first, err = openCUDA(e); err == nil && e.Backend == "cuda" {
			return first, nil, nil
		}
		if e.Backend == "cuda" {
			return nil, nil, fmt.Errorf("--backend cuda: %w; --backend cpu runs without a GPU", err)
		}
		e.noCUDA = err
	}
	plain, err := cpu.New(cpu.Options{Threads: e.threads()})
	switch {
	case first == nil:
		return plain, nil, err
	case err != nil:
		return nil, nil, errors.Join(err, first.Close())
	}
	return first, plain, nil
}

// cardPays is how many bytes of tables are worth opening a card for statements that are
// known when the program begins. Opening one takes a second or half of one, and 16
// processors read this many bytes from memory in some 10 ms.
const cardPays = 256 << 20

// asksOnly prepares for texts after which the program ends; where there are none, others come.
func (e *environment) asksOnly(texts ...string) {
	e.spareCard(mayHaveCard(), texts...)
	e.once = len(parse.Split(strings.Join(texts, ";"))) == 1
}

// spareCard has --backend auto take the CPU for statements after which the program ends,
// where the tables are so small that all of them would hardly gain what opening a card
// takes. An analysis computes much over few rows, so CALL is worth a card. Where there is no
// card nobody looks how large they are: of hundreds of tables that took as long as a tenth of
// opening them.
func (e *environment) spareCard(there bool, texts ...string) {
	for _, text := range texts {
		if strings.Contains(strings.ToUpper(text), "CALL") {
			return
		}
	}
	if !there || !e.haveBytes(cardPays) {
		e.leaveCard()
	}
}

// leaveCard has --backend auto take the CPU, for commands that no card helps.
func (e *environment) leaveCard() {
	if e.Backend == "auto" {
		e.Backend = "cpu"
	}
}

// haveBytes says whether the tables have so many bytes.
func (e *environment) haveBytes(least int64) bool {
	for _, f := range e.DB {
		least -= bytesIn(f.Dir, least)
	}
	return least <= 0
}

// bytesIn counts the bytes that the files below a folder have, until there are so many. What
// cannot be read is told where it is opened.
func bytesIn(folder string, most int64) (total int64) {
	_ = fs.WalkDir(os.DirFS(folder), ".", func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		if info, err := d.Info(); err == nil {
			total += info.Size()
		}
		if total >= most {
			return fs.SkipAll
		}
		return nil
	})
	return total
}

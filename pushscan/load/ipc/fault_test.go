package ipc

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/loadtest"
)

// childFault is the environment variable that makes the child of a test go wrong.
const childFault = "GSDMS_TEST_CHILD_FAULT"

// goWrong does what the readers do on some files, and what they might.
func goWrong(fault string) {
	switch fault {
	case "panic":
		go func() { panic("boom") }()
		select {}
	case "hang":
		time.Sleep(time.Hour)
	case "exit":
		os.Exit(3)
	case "huge":
		os.Stdout.Write([]byte("S\xff\xff\xff\xff"))
	case "cut":
		os.Stdout.Write([]byte("S\x10\x00\x00\x00{"))
		os.Exit(0)
	case "batch":
		os.Stdout.Write([]byte("B\x00\x00\x00\x00"))
	case "flag":
		fmt.Fprintln(os.Stderr, "flag provided but not defined: -gsdms-load-child")
		os.Exit(2)
	}
}

// However a child goes wrong, the error names the file and says what happened.
func TestChildFaults(t *testing.T) {
	path := loadtest.Write(t, "t.arrow", []byte("ARROW1"))
	for fault, want := range map[string]string{
		"panic": "the reader of such files panicked: boom", "hang": "it gave no answer for 200ms and was stopped",
		"exit": "it ended (exit status 3)", "huge": "above the limit", "cut": "its answer is cut: unexpected EOF",
		"batch": "a frame of kind 'B' came where none belongs", "flag": "its main does not call load.ChildMain",
	} {
		t.Run(fault, func(t *testing.T) {
			t.Setenv(childFault, fault)
			patience := time.Minute
			if fault == "hang" {
				patience = 200 * time.Millisecond
			}
			_, err := rowsOf(path, loadtest.Define("a int"), Options{Patience: patience})
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
				t.Fatalf("%v, want %s", err, want)
			}
		})
	}
}

// A child that is killed in the middle ends the load with an error.
func TestChildKilled(t *testing.T) {
	rec, _ := loadtest.Record(t, 120000, false)
	path := loadtest.Write(t, "t.arrow", loadtest.IPCFile(t, rec))
	r, err := begin(context.Background(), path, loadtest.Define(loadtest.RecordColumns), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := r.Next(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.process.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = r.Next(context.Background())
	}
	if !strings.Contains(err.Error(), "it ended (signal: killed); the system does that where memory is short") {
		t.Error(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// Whatever bytes a batch frame has, taking it apart gives an error or values within
// bounds.
func TestAnyFrame(t *testing.T) {
	def := loadtest.Define("a int, b str, c double")
	l, err := layout.New(def, []string{"a", "b", "c"})
	if err != nil {
		t.Fatal(err)
	}
	source := &File{layout: l, targets: l.Targets()}
	for _, c := range def.Columns {
		source.columns = append(source.columns, columns.New(c))
	}
	small := rapid.Map(rapid.SliceOfN(rapid.Uint32Range(0, 4), 0, 30), func(words []uint32) []byte {
		var out []byte
		for _, w := range words {
			out = binary.LittleEndian.AppendUint32(out, w)
		}
		return out
	})
	rapid.Check(t, func(t *rapid.T) {
		b, err := source.batch(rapid.OneOf(small, rapid.SliceOf(rapid.Byte())).Draw(t, "frame"))
		if err == nil {
			for row := range b.Rows {
				loadtest.Row(def, b, row)
			}
		}
	})
}

// A child that gets no thread has too little memory; its file is not said to be damaged.
func TestDeathsOfLittleMemory(t *testing.T) {
	for said, little := range map[string]bool{
		"runtime/cgo: pthread_create failed: Resource temporarily unavailable\nSIGABRT: abort\nPC=0x7f m=0 sigcode=18446744073709551610": true,
		"SIGSEGV: segmentation violation\nPC=0x0":      true,
		"fatal error: stack allocation failed":         true,
		"panic: runtime error: index out of range [3]": false,
		"": false,
	} {
		if diedOfLittle(said) != little {
			t.Errorf("%q: little memory %v, want %v", said, !little, little)
		}
	}
}

// A child over its memory, one that gives no answer and one that is cancelled end in
// errors that say so.
func TestChildLimits(t *testing.T) {
	rec, _ := loadtest.Record(t, 60000, false)
	path := loadtest.Write(t, "t.arrow", loadtest.IPCFile(t, rec))
	_, err := rowsOf(path, loadtest.Define(loadtest.RecordColumns), Options{Memory: 24 << 20})
	// A Go program dies in several ways when it gets no memory; all of them name the limit.
	if err == nil || !strings.Contains(err.Error(), "24 MiB of memory") || !strings.Contains(err.Error(), "the file may need more") {
		t.Errorf("memory: %v", err)
	}
	_, err = rowsOf(path, loadtest.Define(loadtest.RecordColumns), Options{Patience: time.Microsecond})
	if err == nil || !strings.Contains(err.Error(), "gave no answer for 1µs and was stopped") {
		t.Errorf("patience: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r, err := begin(ctx, path, loadtest.Define(loadtest.RecordColumns), Options{})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := r.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancel: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// What the system refuses is not said to be the file's fault.
func TestChildSystemErrors(t *testing.T) {
	c := &File{path: "t.arrow"}
	for _, err := range []error{&os.PathError{Op: "read", Path: "f", Err: syscall.EIO}, errors.New("bad magic")} {
		payload, encoding := json.Marshal(wholeError(err))
		if encoding != nil {
			t.Fatal(encoding)
		}
		system := errors.Is(err, syscall.EIO)
		if got := c.failure(frameError, payload); strings.Contains(got.Error(), "damaged") == system || !strings.Contains(got.Error(), err.Error()) {
			t.Error(got)
		}
	}
}

package host

import (
	"bufio"
	"cmp"
	"io"
	"os/exec"
	"slices"
	"sync"
)

// function is a compiled kernel as a process that waits for the address of Params.
type function struct {
	mu  sync.Mutex
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader

	registers, threads int
}

func (f *function) Registers() int { return f.registers }
func (f *function) Shared() int    { return 0 }
func (f *function) Threads() int   { return f.threads }

func sorted(free []span) []span {
	out := slices.Clone(free)
	slices.SortFunc(out, func(a, b span) int { return cmp.Compare(a.at, b.at) })
	return out
}

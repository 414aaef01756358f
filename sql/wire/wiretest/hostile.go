package wiretest

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Recorded gives what a client sends to an address, each write by itself, while use has it talk
// through another one.
func Recorded(t testing.TB, address string, use func(through string)) (sent [][]byte) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		client, err := l.Accept()
		if err != nil {
			return // the test says so
		}
		defer client.Close()
		server, err := net.Dial("tcp", address)
		if err != nil {
			return
		}
		go func() {
			_, _ = io.Copy(client, server)
			_ = client.Close()
		}()
		defer server.Close()
		piece := make([]byte, 64<<10)
		for {
			n, err := client.Read(piece)
			if err != nil {
				return
			}
			sent = append(sent, bytes.Clone(piece[:n]))
			if _, err := server.Write(piece[:n]); err != nil {
				return
			}
		}
	}()
	use(l.Addr().String())
	_ = l.Close()
	<-done
	return sent
}

// Conversation is what a client says to a door, and how to harm it.
type Conversation struct {
	Said  [][]byte                    // one write after another
	Stray func(d *rand.Rand) []byte   // what fits anywhere between them; nil: any bytes
	Good  func(n int) error           // asks the door something while it is harmed, and checks the answer
	Left  func() (what string, n int) // what must be none when all strangers have gone
}

// hostileTime is how long a test harms a door: so long, or GSDMS_HOSTILE_TIME, such as 10m.
func hostileTime(t testing.TB) time.Duration {
	text := os.Getenv("GSDMS_HOSTILE_TIME")
	if text == "" {
		return 400 * time.Millisecond
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("GSDMS_HOSTILE_TIME: %v", err)
	}
	return d
}

// Rounds is how often hostile things are done: GSDMS_HOSTILE times as often where it is set.
func Rounds(t testing.TB, n int) int {
	if text := os.Getenv("GSDMS_HOSTILE"); text != "" {
		times, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("GSDMS_HOSTILE=%s: %v", text, err)
		}
		n *= times
	}
	return n
}

// Bounded checks that what is done to a door leaves no memory behind, and takes no more than
// strangers may.
func Bounded(t testing.TB, do func()) {
	t.Helper()
	before, most, done := heap(), uint64(0), make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	for waits := true; waits; {
		select {
		case <-done:
			waits = false
		case <-time.After(5 * time.Millisecond):
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapInuse)
	}
	after := heap()
	t.Logf("the heap had %d MiB before, %d at most and %d after", before>>20, most>>20, after>>20)
	if most > before+hostileRoom || after > before+hostileRoom/4 {
		t.Error("memory grows")
	}
}

// hostileRoom is how much the heap may grow while a door is harmed, and goroutines by which a
// quiet process may differ from itself.
const (
	hostileRoom = 256 << 20
	fewMore     = 4
)

// Harm has strangers say what a client says with bytes changed, left out, repeated and put in
// between, and leave in the middle, for as long as GSDMS_HOSTILE_TIME says. Meanwhile others must
// get right answers and memory must be bounded, and behind it nothing may be left.
func Harm(t *testing.T, address string, c Conversation) {
	t.Helper()
	if err := c.Good(0); err != nil {
		t.Fatal(err)
	}
	goroutines := runtime.NumGoroutine()
	seed, end := uint64(time.Now().UnixNano()), time.Now().Add(hostileTime(t))
	visits := make([]int, 4)
	Bounded(t, func() {
		var strangers sync.WaitGroup
		for i := range visits {
			strangers.Go(func() {
				d := rand.New(rand.NewPCG(seed, uint64(i)))
				for ; time.Now().Before(end); visits[i]++ {
					c.visit(address, d)
				}
			})
		}
		for n := 1; time.Now().Before(end); n++ {
			if err := c.Good(n); err != nil {
				t.Errorf("somebody else: %v", err)
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		strangers.Wait()
		c.settled(t, goroutines+2) // those of Bounded
	})
	t.Logf("seed %d: %v visits", seed, visits)
}

// settled waits until strangers have left nothing.
func (c Conversation) settled(t *testing.T, goroutines int) {
	t.Helper()
	what, n, now := "", 0, 0
	for range 2000 {
		what, n = c.Left()
		if now = runtime.NumGoroutine(); n == 0 && now <= goroutines+fewMore {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d %s are left, and %d goroutines of %d\n%s", n, what, now, goroutines, stacks[:runtime.Stack(stacks, true)])
}

// heap is the bytes in use when the collector has run.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

// visit comes once, says something and leaves.
func (c Conversation) visit(address string, d *rand.Rand) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return // the door is full, and others say whether it should be
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Duration(20+d.IntN(60)) * time.Millisecond))
	for _, part := range c.harmed(d) {
		if _, err := conn.Write(part); err != nil {
			break
		}
		if d.IntN(3) == 0 {
			_, _ = io.CopyN(io.Discard, conn, int64(1+d.IntN(200))) // whatever it is
		}
	}
	switch d.IntN(3) {
	case 0:
		_, _ = io.CopyN(io.Discard, conn, 1<<16)
	case 1:
		_ = conn.(*net.TCPConn).SetLinger(0) // a reset instead of an end
	}
}

// harmed is what the client says, with something wrong.
func (c Conversation) harmed(d *rand.Rand) (out [][]byte) {
	for i, part := range c.Said {
		part = bytes.Clone(part)
		switch d.IntN(8) {
		case 0: // left out, but the first: without it nothing is looked at
			if i > 0 {
				continue
			}
		case 1:
			out = append(out, part)
		case 2:
			for range 1 + d.IntN(4) {
				part[d.IntN(len(part))] = byte(d.Uint32())
			}
		case 3:
			part = part[:d.IntN(len(part)+1)]
		case 4:
			out = append(out, c.stray(d))
		case 5:
			at := d.IntN(len(part) + 1)
			part = append(append(bytes.Clone(part[:at]), c.stray(d)...), part[at:]...)
		}
		out = append(out, part)
	}
	return out
}

func (c Conversation) stray(d *rand.Rand) []byte {
	if c.Stray != nil && d.IntN(4) > 0 {
		return c.Stray(d)
	}
	return RandomBytes(d, 300)
}

// RandomBytes are fewer than most.
func RandomBytes(d *rand.Rand, most int) []byte {
	b := make([]byte, d.IntN(most))
	for i := range b {
		b[i] = byte(d.Uint32())
	}
	return b
}

// Equal is an error unless both are the same.
func Equal[T comparable](got, want T) error {
	if got != want {
		return fmt.Errorf("%v instead of %v", got, want)
	}
	return nil
}

package listen

import (
	"net"
	"testing"
	"time"
)

// Who comes when there is no room is sent away at once, by whichever listener, and who leaves
// makes room for another.
func TestRoom(t *testing.T) {
	room := NewRoom(2)
	in := make(chan net.Conn)
	var addresses []string
	for range 2 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		addresses = append(addresses, l.Addr().String())
		limited := room.Of(l)
		go func() {
			for c, err := limited.Accept(); err == nil; c, err = limited.Accept() {
				in <- c
			}
		}()
	}
	come := func(i int) net.Conn {
		c, err := net.Dial("tcp", addresses[i])
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	come(0)
	come(1)
	first, _ := <-in, <-in
	away := come(0)
	_ = away.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, err := away.Read(make([]byte, 1)); err == nil {
		t.Error("a third one is let in")
	}
	_, _ = first.Close(), first.Close() // counts once
	come(1)
	<-in
	last := come(1)
	_ = last.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, err := last.Read(make([]byte, 1)); err == nil {
		t.Error("one that leaves twice makes room for two")
	}
}

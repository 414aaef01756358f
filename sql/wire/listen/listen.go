// Package listen is what doors have in common where they listen.
package listen

import (
	"net"
	"sync"
	"sync/atomic"
)

// Room is for so many connections at a time, of any number of listeners. Safe for concurrent use.
type Room struct {
	most  int64
	taken atomic.Int64
}

// NewRoom makes room for most connections.
func NewRoom(most int) *Room { return &Room{most: int64(most)} }

// Of gives a listener that closes connections for which there is no room as they come: there is
// no way to say why before a protocol has begun.
func (r *Room) Of(l net.Listener) net.Listener { return &limited{l, r} }

type limited struct {
	net.Listener
	room *Room
}

// Accept implements net.Listener.
func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.room.taken.Add(1) <= l.room.most {
			return &counted{Conn: c, room: l.room}, nil
		}
		l.room.taken.Add(-1)
		_ = c.Close()
	}
}

// counted is a connection until it is closed.
type counted struct {
	net.Conn
	room *Room
	once sync.Once
}

// Close implements net.Conn.
func (c *counted) Close() error {
	c.once.Do(func() { c.room.taken.Add(-1) })
	return c.Conn.Close()
}

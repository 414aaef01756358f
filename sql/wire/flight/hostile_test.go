package flight

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"gsdms/sql/wire/wiretest"
)

// Frames of HTTP/2 and calls with anything wrong harm nobody else, and leave nothing.
func TestHostileFrames(t *testing.T) {
	engine, address := serve(t, Options{Patience: time.Second}) // and somebody else may have to wait for a processor
	c := connect(t, address)
	digits(t, c)
	said := wiretest.Recorded(t, address, func(through string) {
		client := connect(t, through)
		for _, text := range []string{"SELECT COUNT(*) FROM k", "SELECT n, n + 1 FROM big"} {
			if _, err := ask(context.Background(), client, text); err != nil {
				t.Fatal(err)
			}
		}
		p, err := client.Prepare(context.Background(), "SELECT n FROM k WHERE n < ?")
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		run(t, client, "CREATE TABLE IF NOT EXISTS other (a INT)")
		if err := client.Close(); err != nil {
			t.Fatal(err)
		}
	})
	wiretest.Harm(t, address, wiretest.Conversation{
		Said: said, Stray: strayFrame,
		Good: func(n int) error {
			rows, err := ask(context.Background(), c, "SELECT COUNT(*) + "+strconv.Itoa(n)+" FROM k")
			if err != nil {
				return err
			}
			return wiretest.Equal(rows[0], strconv.Itoa(1000+n))
		},
		Left: func() (string, int) { return "sessions", engine.Status().Sessions },
	})
}

// Whoever guesses passwords and tokens is turned away each time, and leaves nothing.
func TestHostileGuesses(t *testing.T) {
	engine, address := serve(t, Options{})
	if _, err := engine.NewSession().Query(t.Context(), "CREATE USER ann IDENTIFIED BY 'geheim'"); err != nil {
		t.Fatal(err)
	}
	clients := make([]*flightsql.Client, 4)
	for i := range clients {
		clients[i] = connect(t, address)
	}
	var refused atomic.Int64
	wiretest.Bounded(t, func() {
		var all sync.WaitGroup
		for i, c := range clients {
			all.Go(func() {
				for n := range wiretest.Rounds(t, 100) {
					_, err := c.Client.AuthenticateBasicToken(t.Context(), "ann", strconv.Itoa(n)+"geheim")
					if i%2 == 1 {
						_, err = c.Execute(metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+strconv.Itoa(n)), "SELECT 1")
					}
					if status.Code(err) == codes.Unauthenticated {
						refused.Add(1)
					}
				}
			})
		}
		all.Wait()
	})
	if want := int64(4 * wiretest.Rounds(t, 100)); refused.Load() != want || engine.Status().Sessions != 0 {
		t.Errorf("%d of %d were turned away, %d sessions are left", refused.Load(), want, engine.Status().Sessions)
	}
	if _, err := clients[0].Client.AuthenticateBasicToken(t.Context(), "ann", "geheim"); err != nil {
		t.Errorf("after all, with the password: %v", err)
	}
}

// strayFrame is a frame of HTTP/2 of any kind, whose length is mostly that of its body.
func strayFrame(d *rand.Rand) []byte {
	body := wiretest.RandomBytes(d, 100)
	length := len(body)
	if d.IntN(6) == 0 {
		length = d.IntN(1 << 24)
	}
	head := []byte{byte(length >> 16), byte(length >> 8), byte(length), byte(d.IntN(11)), byte(d.Uint32())}
	return append(binary.BigEndian.AppendUint32(head, uint32(d.IntN(12))), body...)
}

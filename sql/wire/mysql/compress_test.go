package mysql

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/go-mysql-org/go-mysql/client"
	"github.com/go-mysql-org/go-mysql/mysql"
)

// Clients that want it get and send compressed packets: short and long ones, that compress
// well and not at all, many and few, in texts and binary. What does not compress is only for
// the client that reads packets of both kinds in one result.
func TestCompression(t *testing.T) {
	_, address := serve(t, Options{})
	noise := make([]byte, 300000)
	for i := range noise {
		noise[i] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[rand.IntN(62)]
	}
	zeros := strings.Repeat("zero", 50000)
	for _, kind := range []uint32{mysql.CLIENT_COMPRESS, mysql.CLIENT_ZSTD_COMPRESSION_ALGORITHM} {
		c, err := client.Connect(address, "root", "", "", func(c *client.Conn) error { c.SetCapability(kind); return nil })
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		for range 3 {
			for _, text := range []string{"", "x", zeros} {
				r, err := c.Execute("SELECT '" + text + "' AS s, LENGTH('" + text + "')")
				if err != nil {
					t.Fatal(err)
				}
				if s, _ := r.GetString(0, 0); s != text {
					t.Errorf("a text of %d bytes comes back with %d", len(text), len(s))
				}
				if r, err = c.Execute("SELECT ?", text); err != nil {
					t.Fatal(err)
				}
				if s, _ := r.GetString(0, 0); s != text {
					t.Errorf("a parameter of %d bytes comes back with %d", len(text), len(s))
				}
			}
			if _, err := c.Execute("SELECT nope"); err == nil || !strings.Contains(err.Error(), "1054") {
				t.Errorf("an error: %v", err)
			}
		}
	}
	db := pool(t, address, "?compress=true&maxAllowedPacket=67108864")
	for _, text := range []string{"", "x", string(noise), zeros, string(noise) + zeros + string(noise)} {
		var back, bound string
		if err := db.QueryRow("SELECT '" + text + "'").Scan(&back); err != nil || back != text {
			t.Errorf("a text of %d bytes comes back with %d: %v", len(text), len(back), err)
		}
		if err := db.QueryRow("SELECT ?", text).Scan(&bound); err != nil || bound != text {
			t.Errorf("a parameter of %d bytes comes back with %d: %v", len(text), len(bound), err)
		}
	}
	if _, err := db.Exec("CREATE TABLE digits (n INT)"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)"); err != nil {
		t.Fatal(err)
	}
	got := scan(t, db, "SELECT a.n * 1000 + b.n * 100 + c.n * 10 + d.n, CONCAT('text ', a.n) FROM digits a, digits b, digits c, digits d ORDER BY 1")
	for i, row := range got {
		if fmt.Sprintf("%s %s", row...) != fmt.Sprintf("%d text %d", i, i/1000) && fmt.Sprintf("%d %s", row...) != fmt.Sprintf("%d text %d", i, i/1000) {
			t.Fatalf("row %d is %s", i, row)
		}
	}
	if len(got) != 10000 {
		t.Errorf("%d rows", len(got))
	}
}

// slowly gives bytes one by one and ends every other read as a deadline does.
type slowly struct {
	from  io.Reader
	tired bool
}

func (s *slowly) Read(b []byte) (int, error) {
	if s.tired = !s.tired; s.tired {
		return 0, os.ErrDeadlineExceeded
	}
	return s.from.Read(b[:1])
}

// What is packed is unpacked, though deadlines end reads amid a packet; what is none is an
// error.
func TestUnpacker(t *testing.T) {
	for _, make := range []func() (*compression, error){zlibCompression, zstdCompression} {
		z, err := make()
		if err != nil {
			t.Fatal(err)
		}
		var wire bytes.Buffer
		want := strings.Repeat("abc", 100) + "short" + strings.Repeat("x", 1000)
		p := &packer{to: &wire, z: z}
		for _, part := range []string{want[:300], want[300:305], want[305:]} {
			if _, err := p.Write([]byte(part)); err != nil {
				t.Fatal(err)
			}
		}
		if wire.Len() > len(want)/4 {
			t.Errorf("%d bytes are packed into %d", len(want), wire.Len())
		}
		packed := wire.String()
		u := &unpacker{from: bufio.NewReader(&slowly{from: &wire}), z: z}
		var got []byte
		for {
			b := [64]byte{}
			n, err := u.Read(b[:])
			got = append(got, b[:n]...)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Fatal(err)
			}
		}
		if string(got) != want {
			t.Errorf("%d bytes come back as %d", len(want), len(got))
		}
		for range 200 {
			bad := []byte(packed)
			bad[compressedHeader+rand.IntN(10)] ^= byte(1 + rand.IntN(255))
			u := &unpacker{from: bufio.NewReader(bytes.NewReader(bad)), z: z}
			if got, err := io.ReadAll(u); err == nil && string(got) == want && bytes.Equal(bad, []byte(packed)) {
				t.Error("it was not changed")
			}
		}
	}
}

// Garbage in place of compressed packets ends its connection only.
func TestCompressedGarbage(t *testing.T) {
	_, address := serve(t, Options{Patience: 300 * time.Millisecond})
	for i := range 40 {
		c, err := client.Connect(address, "root", "", "", func(c *client.Conn) error { c.SetCapability(mysql.CLIENT_COMPRESS); return nil })
		if err != nil {
			t.Fatal(err)
		}
		garbage := make([]byte, 7+rand.IntN(60))
		for j := range garbage {
			garbage[j] = byte(rand.Uint32())
		}
		if garbage[1], garbage[2] = 0, 0; i%2 == 0 {
			garbage[0] = byte(len(garbage) - 7)
		}
		if _, err := c.Conn.Conn.Write(garbage); err != nil {
			t.Fatal(err)
		}
		c.Conn.Conn.Close()
	}
	if got := scan(t, pool(t, address, ""), "SELECT 1"); fmt.Sprint(got) != "[[1]]" {
		t.Errorf("afterwards: %v", got)
	}
}

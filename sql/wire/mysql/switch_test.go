package mysql

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
	"testing"

	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/sql"
)

// raw is a client that says what it likes.
type raw struct {
	t testing.TB
	net.Conn
}

// packet reads one packet.
func (r raw) packet() (seq byte, body []byte) {
	r.t.Helper()
	var head [header]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		r.t.Fatal(err)
	}
	body = make([]byte, int(head[0])|int(head[1])<<8|int(head[2])<<16)
	if _, err := io.ReadFull(r, body); err != nil {
		r.t.Fatal(err)
	}
	return head[3], body
}

// say writes one packet.
func (r raw) say(seq byte, body []byte) {
	r.t.Helper()
	head := []byte{byte(len(body)), byte(len(body) >> 8), byte(len(body) >> 16), seq}
	if _, err := r.Write(append(head, body...)); err != nil {
		r.t.Fatal(err)
	}
}

// introduces itself with a proof made for a plugin, and returns the answer.
func introduce(t testing.TB, address, user, plugin string, prove func(salt []byte) []byte) (raw, byte, []byte) {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	r := raw{t, c}
	_, greeting := r.packet()
	rest := greeting[1+bytes.IndexByte(greeting[1:], 0)+1+4:]
	salt := append(append([]byte(nil), rest[:8]...), rest[8+1+2+1+2+2+1+10:][:12]...)
	b := binary.LittleEndian.AppendUint32(nil, mysql.CLIENT_PROTOCOL_41|mysql.CLIENT_SECURE_CONNECTION|mysql.CLIENT_PLUGIN_AUTH)
	b = append(b, make([]byte, 28)...)
	b = append(append(b, user...), 0)
	proof := prove(salt)
	b = append(append(b, byte(len(proof))), proof...)
	r.say(1, append(append(b, plugin...), 0))
	seq, answer := r.packet()
	return r, seq, answer
}

// A client that begins with another plugin than the greeting's may send nothing at first, and
// wait to be asked: MariaDB's Spider does. One that has looked at the greeting's salt is let
// in at once.
func TestNativePluginIsAsked(t *testing.T) {
	engine, address := serve(t, Options{})
	owner := engine.Connect(sql.Client{User: "root", Owner: true})
	defer owner.Close()
	if _, err := owner.Query(context.Background(), "CREATE USER ann IDENTIFIED BY 'geheim'"); err != nil {
		t.Fatal(err)
	}
	if _, _, answer := introduce(t, address, "ann", native, func(salt []byte) []byte { return mysql.CalcPassword(salt, []byte("geheim")) }); answer[0] != mysql.OK_HEADER {
		t.Errorf("a proof with the greeting's salt: %q", answer)
	}
	for password, want := range map[string]byte{"geheim": mysql.OK_HEADER, "falsch": mysql.ERR_HEADER, "": mysql.ERR_HEADER} {
		r, seq, asked := introduce(t, address, "ann", native, func([]byte) []byte { return nil })
		name, salt, _ := bytes.Cut(asked[1:], []byte{0})
		if asked[0] != mysql.EOF_HEADER || string(name) != native || len(salt) != saltBytes+1 {
			t.Fatalf("asked: %q", asked)
		}
		r.say(seq+1, mysql.CalcPassword(salt[:saltBytes], []byte(password)))
		if _, answer := r.packet(); answer[0] != want {
			t.Errorf("with %q: %q", password, answer)
		}
	}
}

package mysql

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/sql"
	"gsdms/sql/account"
	"gsdms/sql/setting"
)

// offered is what the server can.
const offered = mysql.CLIENT_LONG_PASSWORD | mysql.CLIENT_FOUND_ROWS | mysql.CLIENT_LONG_FLAG | mysql.CLIENT_CONNECT_WITH_DB |
	mysql.CLIENT_PROTOCOL_41 | mysql.CLIENT_TRANSACTIONS | mysql.CLIENT_SECURE_CONNECTION | mysql.CLIENT_MULTI_STATEMENTS |
	mysql.CLIENT_MULTI_RESULTS | mysql.CLIENT_PS_MULTI_RESULTS | mysql.CLIENT_PLUGIN_AUTH | mysql.CLIENT_CONNECT_ATTRS |
	mysql.CLIENT_PLUGIN_AUTH_LENENC_CLIENT_DATA | mysql.CLIENT_COMPRESS | mysql.CLIENT_ZSTD_COMPRESSION_ALGORITHM | mysql.CLIENT_LOCAL_FILES

// needed is what a client must be able to do.
const needed = mysql.CLIENT_PROTOCOL_41 | mysql.CLIENT_SECURE_CONNECTION

// errHandshake is for what is no answer to the greeting.
var errHandshake = mysql.NewDefaultError(mysql.ER_HANDSHAKE_ERROR)

// textCharset is the number of the collation that texts have, utf8mb4_bin; binaryCharset
// that of what is no text.
const (
	textCharset   = 46
	binaryCharset = 63
)

// handshake greets the client and begins its session.
func (c *conn) handshake() error {
	c.caller = account.CallerAt(c.raw.RemoteAddr())
	// The session is there from the first on, since the greeting has its number.
	c.session = c.server.engine.Connect(sql.Client{User: "unauthenticated user", Host: c.caller.Host, Owner: c.caller.Owner, Close: c.hangUp, Fetch: c.fetch})
	err := c.introduce()
	if err != nil {
		c.session.Close()
	}
	return err
}

func (c *conn) introduce() error {
	if err := c.writePacket(c.greeting()); err != nil {
		return err
	}
	if err := c.out.Flush(); err != nil {
		return err
	}
	r, err := c.readResponse()
	if err != nil {
		return err
	}
	c.caps = r.caps & (offered | mysql.CLIENT_SSL)
	c.session.Name(r.user)
	if err := c.authenticate(r); err != nil {
		return err
	}
	if err := c.session.Enter(); err != nil {
		return err
	}
	c.user, c.limit = r.user, setting.MaxPacket
	if err := c.begin(r.database); err != nil {
		return err
	}
	if err := errors.Join(c.writeOK(0, 0, ""), c.out.Flush()); err != nil {
		return err
	}
	return c.compress()
}

// begin has the session be in a database that the client names, or where it names none in that of
// the listener, if it may.
func (c *conn) begin(database string) error {
	if database != "" {
		return c.session.Use(database)
	}
	if c.within != "" {
		_ = c.session.Use(c.within) // who may not has come for others
	}
	return nil
}

// greeting is the first packet: version, number, salt and what the server can.
func (c *conn) greeting() []byte {
	caps := uint32(offered)
	if c.server.options.TLS != nil {
		caps |= mysql.CLIENT_SSL
	}
	b := append([]byte{10}, setting.ServerVersion...)
	b = append(b, 0)
	b = binary.LittleEndian.AppendUint32(b, c.session.ID())
	b = append(b, c.salt[:8]...)
	b = append(b, 0, byte(caps), byte(caps>>8), textCharset, byte(c.status()), 0, byte(caps>>16), byte(caps>>24), saltBytes+1)
	b = append(b, make([]byte, 10)...)
	b = append(b, c.salt[8:]...)
	b = append(b, 0)
	b = append(b, caching...)
	return append(b, 0)
}

// response is what a client answers to the greeting.
type response struct {
	caps           uint32
	user, database string
	proof          []byte
	plugin         string
}

// readResponse reads the answer; one that asks for encryption first is followed by another.
func (c *conn) readResponse() (response, error) {
	b, err := c.readPacket(c.server.options.Patience)
	if err != nil {
		return response{}, err
	}
	if len(b) < 32 {
		return response{}, errHandshake
	}
	caps := binary.LittleEndian.Uint32(b)
	if caps&needed != needed {
		return response{}, mysql.NewError(mysql.ER_NOT_SUPPORTED_AUTH_MODE, "Client does not support authentication protocol requested by server; use a client of MySQL 4.1 or later")
	}
	if caps&mysql.CLIENT_SSL != 0 && len(b) == 32 {
		if err := c.encrypt(); err != nil {
			return response{}, err
		}
		if b, err = c.readPacket(c.server.options.Patience); err != nil {
			return response{}, err
		}
		if len(b) < 32 {
			return response{}, errHandshake
		}
	}
	return parseResponse(caps, b[32:])
}

// encrypt goes on within TLS.
func (c *conn) encrypt() error {
	if c.server.options.TLS == nil {
		return errHandshake
	}
	// What has come already is the beginning of TLS, never a packet: it was sent in plain
	// and may be anybody's.
	early := make([]byte, c.in.Buffered())
	if _, err := io.ReadFull(c.in, early); err != nil {
		return err
	}
	safe := tls.Server(&resumed{c.raw, early}, c.server.options.TLS)
	if err := safe.HandshakeContext(c.ctx); err != nil {
		return err
	}
	c.net = safe
	c.in.Reset(safe)
	return nil
}

// resumed is a connection of which some bytes have been read too early.
type resumed struct {
	net.Conn
	early []byte
}

// Read implements io.Reader.
func (r *resumed) Read(b []byte) (int, error) {
	if len(r.early) == 0 {
		return r.Conn.Read(b)
	}
	n := copy(b, r.early)
	r.early = r.early[n:]
	return n, nil
}

func parseResponse(caps uint32, b []byte) (r response, err error) {
	r.caps = caps
	text := func() string {
		i := bytes.IndexByte(b, 0)
		if i < 0 {
			err = errHandshake
			return ""
		}
		s := string(b[:i])
		b = b[i+1:]
		return s
	}
	r.user = text()
	if err != nil {
		return r, err
	}
	// Passwords' proofs are shorter than what takes more than a byte for its length.
	if len(b) == 0 || int(b[0]) >= 251 || int(b[0]) > len(b)-1 {
		return r, errHandshake
	}
	r.proof, b = b[1:1+int(b[0])], b[1+int(b[0]):]
	if caps&mysql.CLIENT_CONNECT_WITH_DB != 0 && len(b) > 0 {
		r.database = text()
	}
	if caps&mysql.CLIENT_PLUGIN_AUTH != 0 && len(b) > 0 && err == nil {
		r.plugin = text()
	}
	return r, err
}

// authenticate checks who the client is.
func (c *conn) authenticate(r response) error {
	plugin, proof := r.plugin, r.proof
	if plugin == "" {
		plugin = native
	}
	known := plugin == native || plugin == caching
	switch {
	case !known:
		plugin = caching
		fallthrough
	case r.plugin == native && len(proof) == 0:
		// The greeting's salt was for the other plugin, so a client that begins with this one
		// may not have looked at it: what it sent is then no proof, but a word to be asked.
		var err error
		if proof, err = c.ask(plugin); err != nil {
			return err
		}
	}
	if len(proof) == 1 && proof[0] == 0 { // the end of an empty text
		proof = nil
	}
	if len(r.user) > 0 && c.admits(r.user, plugin, proof) {
		return c.welcome(plugin, proof)
	}
	using := "NO"
	if len(proof) > 0 {
		using = "YES"
	}
	return mysql.NewDefaultError(mysql.ER_ACCESS_DENIED_ERROR, strings.ToValidUTF8(r.user, "?"), c.caller.Host, using)
}

// welcome says that the proof was enough, where the plugin has a word for that.
func (c *conn) welcome(plugin string, proof []byte) error {
	if plugin != caching || len(proof) == 0 {
		return nil
	}
	return c.writePacket([]byte{mysql.MORE_DATE_HEADER, mysql.CACHE_SHA2_FAST_AUTH})
}

// ask asks for a proof of a kind, with a new salt.
func (c *conn) ask(plugin string) (proof []byte, _ error) {
	c.salt = salt()
	b := append([]byte{mysql.EOF_HEADER}, plugin...)
	b = append(b, 0)
	b = append(b, c.salt...)
	if err := errors.Join(c.writePacket(append(b, 0)), c.out.Flush()); err != nil {
		return nil, err
	}
	return c.readPacket(c.server.options.Patience)
}

// admits reports whether a user may come in with a proof.
func (c *conn) admits(user, plugin string, proof []byte) bool {
	return c.server.engine.Admits(c.caller, user, len(proof) == 0, func(s account.Secret) bool { return proves(s, plugin, c.salt, proof) })
}

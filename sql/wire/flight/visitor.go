package flight

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"sync"
	"time"

	"google.golang.org/grpc/stats"

	"gsdms/sql"
	"gsdms/sql/account"
)

// visitor is what is known of a client from call to call: who it is, and what it has SET. It
// belongs to a token, or to a connection where there is none.
type visitor struct {
	user    string
	secret  account.Secret // of the user when it came in
	without bool           // it came in without a password

	mu   sync.Mutex
	base *sql.Session // whose settings its calls begin with
	used time.Time
}

// session begins a session for one call.
func (v *visitor) session(e *sql.Engine, c sql.Client) *sql.Session {
	s := e.Connect(c)
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.base == nil {
		v.base = e.NewSession()
	}
	s.Adopt(v.base)
	return s
}

// keep has later calls begin with the settings of a session.
func (v *visitor) keep(s *sql.Session) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.base.Adopt(s)
}

// tokens are the visitors that have one. The zero value has none. Safe for concurrent use.
type tokens struct {
	idle time.Duration

	mu  sync.Mutex
	all map[string]*visitor
}

// mostTokens is how many there are: beyond, the one that nobody used for longest goes.
const mostTokens = 1 << 16

// issue makes a token for a visitor.
func (t *tokens) issue(v *visitor) string {
	var secret [32]byte
	_, _ = rand.Read(secret[:]) // never fails
	token := base64.RawURLEncoding.EncodeToString(secret[:])
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil {
		t.all = map[string]*visitor{}
	}
	if len(t.all) >= mostTokens {
		t.shrink()
	}
	v.used = time.Now()
	t.all[token] = v
	return token
}

// shrink forgets the tokens that have expired, or the oldest.
func (t *tokens) shrink() {
	oldest := ""
	for token, v := range t.all {
		if time.Since(v.used) > t.idle {
			delete(t.all, token)
		} else if oldest == "" || v.used.Before(t.all[oldest].used) {
			oldest = token
		}
	}
	if len(t.all) >= mostTokens {
		delete(t.all, oldest)
	}
}

// find gives the visitor of a token, nil for one that was never issued or has expired.
func (t *tokens) find(token string) *visitor {
	t.mu.Lock()
	defer t.mu.Unlock()
	v := t.all[token]
	if v == nil {
		return nil
	}
	if time.Since(v.used) > t.idle {
		delete(t.all, token)
		return nil
	}
	v.used = time.Now()
	return v
}

// visit is one connection: those who have come in by it without a token.
type visit struct {
	mu     sync.Mutex
	byUser map[string]*visitor
}

// of gives the visitor who is a user, by this connection.
func (v *visit) of(user string) *visitor {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.byUser[user] == nil {
		v.byUser[user] = &visitor{user: user}
	}
	return v.byUser[user]
}

// visits gives each connection a visit.
type visits struct{}

type (
	visitKey   struct{}
	visitorKey struct{}
)

// TagConn implements stats.Handler.
func (visits) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context {
	return context.WithValue(ctx, visitKey{}, &visit{byUser: map[string]*visitor{}})
}

// TagRPC implements stats.Handler.
func (visits) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context { return ctx }

// HandleConn implements stats.Handler.
func (visits) HandleConn(context.Context, stats.ConnStats) {}

// HandleRPC implements stats.Handler.
func (visits) HandleRPC(context.Context, stats.RPCStats) {}

package sql

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"os"
	"path/filepath"
	"sync"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/auth"

	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// Secret is what is kept of a password: hashes of its hashes, against which a proof is
// checked without the password.
type Secret struct {
	Native  []byte // SHA1(SHA1(password))
	Caching []byte // SHA256(SHA256(password))
}

// NewSecret hashes a password.
func NewSecret(password string) Secret {
	once, other := sha1.Sum([]byte(password)), sha256.Sum256([]byte(password))
	a, b := sha1.Sum(once[:]), sha256.Sum256(other[:])
	return Secret{a[:], b[:]}
}

// users are those who may come in over the network, in a file beside the tables. Safe for
// concurrent use.
type users struct {
	path string

	mu     sync.RWMutex
	byName map[string]user // replaced, never changed
}

// user is what is kept of one.
type user struct {
	Secret
	Grants *grants // nil: all, as of users in files from before there were privileges
}

// usersFile is the file of the users, which only the user of the process can read.
const usersFile = "users.json"

func openUsers(dir string) (*users, error) {
	u := &users{path: filepath.Join(dir, usersFile)}
	text, err := os.ReadFile(u.path)
	if errors.Is(err, fs.ErrNotExist) {
		return u, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &u.byName)
	}
	if err != nil {
		return nil, fmt.Errorf("read the users in %s: %w", u.path, err)
	}
	return u, nil
}

// Secret gives what is kept of a user's password, false for a user who is not there.
func (e *Engine) Secret(name string) (Secret, bool) {
	e.users.mu.RLock()
	defer e.users.mu.RUnlock()
	u, ok := e.users.byName[name]
	return u.Secret, ok
}

// HasUsers reports whether there are users: without any all who reach the server come in.
func (e *Engine) HasUsers() bool {
	e.users.mu.RLock()
	defer e.users.mu.RUnlock()
	return len(e.users.byName) > 0
}

// Caller is where somebody comes from who wants to come in.
type Caller struct {
	Host  string // localhost for this machine
	Local bool   // from this machine, by a socket or loopback
	Owner bool   // by a socket, which is open for the user of the process only
}

// CallerAt is who calls from an address.
func CallerAt(address net.Addr) Caller {
	host, _, err := net.SplitHostPort(address.String())
	if ip := net.ParseIP(host); err != nil || ip != nil && ip.IsLoopback() {
		return Caller{Host: "localhost", Local: true, Owner: address.Network() == "unix"}
	}
	return Caller{Host: host}
}

// Admits reports whether a user may come in: who proves the password, and the one whose
// process this is, as root by the socket and without a password. Where there are no users
// that is everybody on this machine.
func (e *Engine) Admits(c Caller, user string, without bool, proves func(Secret) bool) bool {
	if secret, ok := e.Secret(user); ok {
		return proves(secret)
	}
	return user == "root" && without && (c.Owner || c.Local && !e.HasUsers())
}

// change changes the users and writes them: all that f does, or nothing.
func (u *users) change(f func(map[string]user) error) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	next := maps.Clone(u.byName)
	if next == nil {
		next = map[string]user{}
	}
	if err := f(next); err != nil {
		return err
	}
	if err := u.write(next); err != nil {
		return fmt.Errorf("write the users to %s: %w", u.path, err)
	}
	u.byName = next
	return nil
}

// write puts the file in place of the one before, whole or not at all.
func (u *users) write(all map[string]user) (err error) {
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(u.path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(u.path), usersFile+".*") // with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), u.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// setUsers is CREATE USER and ALTER USER … IDENTIFIED BY.
type setUsers struct {
	specs    []*ast.UserSpec
	create   bool // they must not be there, or IF NOT EXISTS
	tolerant bool
}

// createUsers is CREATE USER; roles are refused.
func createUsers(n *ast.CreateUserStmt) command {
	if n.IsCreateRole {
		return unsupported{n}
	}
	return setUsers{specs: n.Specs, create: true, tolerant: n.IfNotExists}
}

func (x setUsers) run(_ context.Context, c *call) (*result.Set, error) {
	secrets := map[string]Secret{}
	for _, s := range x.specs {
		name, err := c.userName(s.User)
		if err != nil {
			return nil, err
		}
		if err := c.mayManage(name, x.create); err != nil {
			return nil, err
		}
		if s.AuthOpt == nil || !s.AuthOpt.ByAuthString || s.AuthOpt.AuthString == "" {
			return nil, parse.ErrorAt(c.text, -1, parse.CodeNotSupported, "gsdms does not support users without a password: write %s IDENTIFIED BY '…'", name)
		}
		secrets[name] = NewSecret(s.AuthOpt.AuthString)
	}
	err := c.engine.users.change(func(all map[string]user) error {
		for name, secret := range secrets {
			u, there := all[name]
			if there == x.create {
				if x.tolerant {
					continue
				}
				return parse.ErrorAt(c.text, -1, parse.CodeCannotUser, "Operation %s USER failed for '%s': %s", x.word(), name, map[bool]string{true: "the user is there", false: "there is no such user"}[there])
			}
			if u.Secret = secret; !there {
				u.Grants = &grants{}
			}
			all[name] = u
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &result.Set{Message: "the users are written"}, nil
}

func (x setUsers) word() string {
	if x.create {
		return "CREATE"
	}
	return "ALTER"
}

// dropUsers is DROP USER.
type dropUsers struct{ node *ast.DropUserStmt }

func (x dropUsers) run(_ context.Context, c *call) (*result.Set, error) {
	var names []string
	for _, u := range x.node.UserList {
		name, err := c.userName(u)
		if err == nil {
			err = c.mayManage(name, true)
		}
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	err := c.engine.users.change(func(all map[string]user) error {
		for _, name := range names {
			if _, there := all[name]; !there && !x.node.IfExists {
				return parse.ErrorAt(c.text, -1, parse.CodeCannotUser, "Operation DROP USER failed for '%s': there is no such user", name)
			}
			delete(all, name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &result.Set{Message: "the users are written"}, nil
}

// userName is a user's name; users come from anywhere.
func (c *call) userName(u *auth.UserIdentity) (string, error) {
	switch {
	case u.CurrentUser && c.session.client != nil:
		return *c.session.user.Load(), nil
	case u.Username == "":
		return "", parse.ErrorAt(c.text, -1, parse.CodeNotSupported, "gsdms does not support users without a name")
	case u.Hostname != "" && u.Hostname != "%":
		return "", parse.ErrorAt(c.text, -1, parse.CodeNotSupported, "gsdms does not support users of one machine: '%s' may come from everywhere, as '%s'@'%%'; where the server listens decides", u.Username, u.Username)
	}
	return u.Username, nil
}

// mayManage lets only the user of the process manage users, and others change their own
// password.
func (c *call) mayManage(name string, others bool) error {
	client := c.session.client
	if client == nil || client.Owner || !others && name == *c.session.user.Load() && c.engine.HasUsers() {
		return nil
	}
	return parse.ErrorAt(c.text, -1, parse.CodeNoPrivilege, "Access denied; users are managed by the one who serves the folder, in this process or by its socket")
}

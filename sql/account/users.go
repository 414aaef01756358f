package account

import (
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

// Users are those who may come in over the network, in a file beside the tables. Safe for
// concurrent use.
type Users struct {
	path string

	mu     sync.RWMutex
	byName map[string]User // replaced, never changed
}

// User is what is kept of one.
type User struct {
	Secret
	Grants *Grants // nil: all, as of users in files from before there were privileges
	Limits Limits  `json:",omitzero"`
}

// Granted are the user's privileges.
func (u User) Granted() *Grants {
	if u.Grants == nil {
		return Everything()
	}
	return u.Grants
}

// usersFile is the file of the users, which only the user of the process can read.
const usersFile = "users.json"

// Open reads the users of a folder.
func Open(dir string) (*Users, error) {
	u := &Users{path: filepath.Join(dir, usersFile)}
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

// Find gives what is kept of a user, false for one who is not there.
func (u *Users) Find(name string) (User, bool) {
	u.mu.RLock()
	defer u.mu.RUnlock()
	out, ok := u.byName[name]
	return out, ok
}

// All gives what is kept of all, by name.
func (u *Users) All() map[string]User {
	u.mu.RLock()
	defer u.mu.RUnlock()
	return u.byName
}

// Any reports whether there are users: without any all who reach the server come in.
func (u *Users) Any() bool { return len(u.All()) > 0 }

// Rights are those of a user as they are now, who comes from a host. Where there are no users
// everybody may do everything. databases are those with a name.
func (u *Users) Rights(name, host string, databases []string) Rights {
	all := u.All()
	if len(all) == 0 {
		return Rights{}
	}
	r := Rights{user: fmt.Sprintf("'%s'@'%s'", name, host), databases: databases}
	if known, ok := all[name]; ok {
		r.Grants = known.Grants
	} else {
		r.Grants = &Grants{} // dropped, or made by nobody, since it came
	}
	return r
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
func (u *Users) Admits(c Caller, user string, without bool, proves func(Secret) bool) bool {
	if known, ok := u.Find(user); ok {
		return proves(known.Secret)
	}
	return user == "root" && without && (c.Owner || c.Local && !u.Any())
}

// Change changes the users and writes them: all that f does to what is kept, or nothing.
func (u *Users) Change(f func(map[string]User) error) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	next := maps.Clone(u.byName)
	if next == nil {
		next = map[string]User{}
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
func (u *Users) write(all map[string]User) (err error) {
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

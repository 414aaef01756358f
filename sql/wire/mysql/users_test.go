package mysql

import (
	"context"
	stdsql "database/sql"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-mysql-org/go-mysql/client"
	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/sql/account"
)

func TestProofs(t *testing.T) {
	s := account.NewSecret("geheim")
	for range 20 {
		salt := salt()
		for _, c := range []struct {
			plugin string
			proof  []byte
			want   bool
		}{
			{native, mysql.CalcPassword(salt, []byte("geheim")), true}, {caching, mysql.CalcCachingSha2Password(salt, "geheim"), true},
			{native, mysql.CalcPassword(salt, []byte("geheim2")), false}, {caching, mysql.CalcCachingSha2Password(salt, ""), false},
			{native, nil, false}, {caching, nil, false}, {caching, mysql.CalcPassword(salt, []byte("geheim")), false}, {"nonsense", s.Caching, false},
		} {
			if proves(s, c.plugin, salt, c.proof) != c.want {
				t.Errorf("%s: a proof is taken for %v", c.plugin, !c.want)
			}
		}
	}
}

// Once there are users only they come in over the network, by both plugins; the user of the
// process does by the socket, and manages them.
func TestUsers(t *testing.T) {
	engine, address := serve(t, Options{})
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- NewServer(engine, Options{}).Serve(ctx, l) }()
	defer func() { stop(); <-done }()
	comes := func(where, user, password string) bool {
		c, err := client.Connect(where, user, password, "")
		if err == nil {
			c.Close()
		} else if !strings.Contains(err.Error(), "1045") {
			t.Error(err)
		}
		return err == nil
	}
	stranger := connect(t, address)
	owner, err := client.Connect(l.Addr().String(), "root", "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	if _, err := stranger.Execute("CREATE USER eve IDENTIFIED BY 'e'"); err == nil || !strings.Contains(err.Error(), "1227") {
		t.Errorf("a stranger makes users: %v", err)
	}
	for _, text := range []string{"CREATE USER ann IDENTIFIED BY 'pass word''s'", "CREATE USER IF NOT EXISTS bob@'%' IDENTIFIED BY 'b'"} {
		if _, err := owner.Execute(text); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		where, user, password string
		want                  bool
	}{
		{address, "ann", "pass word's", true}, {address, "ann", "", false}, {address, "ann", "b", false}, {address, "bob", "b", true}, {address, "root", "", false}, {address, "eve", "e", false},
		{l.Addr().String(), "root", "", true}, {l.Addr().String(), "ann", "pass word's", true}, {l.Addr().String(), "ann", "", false},
	} {
		if comes(c.where, c.user, c.password) != c.want {
			t.Errorf("%s with %q by %s is let in: %v", c.user, c.password, c.where, !c.want)
		}
	}
	db, err := stdsql.Open("mysql", "bob:b@tcp("+address+")/")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Ping(); err != nil {
		t.Errorf("the other client: %v", err)
	}
	changePasswords(t, address, owner, comes)
}

// changePasswords lets bob change his own password only, and the owner drop him.
func changePasswords(t *testing.T, address string, owner *client.Conn, comes func(where, user, password string) bool) {
	t.Helper()
	bob, err := client.Connect(address, "bob", "b", "")
	if err != nil {
		t.Fatal(err)
	}
	defer bob.Close()
	for text, code := range map[string]string{"ALTER USER ann IDENTIFIED BY 'x'": "1227", "DROP USER ann": "1227", "ALTER USER bob IDENTIFIED BY ''": "1235", "CREATE USER x@localhost IDENTIFIED BY 'x'": "1235"} {
		if _, err := bob.Execute(text); err == nil || !strings.Contains(err.Error(), code) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := bob.Execute("ALTER USER bob IDENTIFIED BY 'c'"); err != nil || !comes(address, "bob", "c") || comes(address, "bob", "b") {
		t.Errorf("a new password: %v", err)
	}
	if _, err := owner.Execute("DROP USER bob"); err != nil || comes(address, "bob", "c") {
		t.Errorf("a dropped user comes in: %v", err)
	}
	if _, err := owner.Execute("DROP USER bob"); err == nil || !strings.Contains(err.Error(), "1396") {
		t.Errorf("dropping again: %v", err)
	}
}

// A user has no more connections than MAX_USER_CONNECTIONS, and is told why; one that ends makes
// room.
func TestConnectionsOfAUser(t *testing.T) {
	engine, address := serve(t, Options{})
	if _, err := engine.NewSession().Query(context.Background(), "CREATE USER ann IDENTIFIED BY 'a' WITH MAX_USER_CONNECTIONS 2"); err != nil {
		t.Fatal(err)
	}
	first, err := client.Connect(address, "ann", "a", "")
	if err != nil {
		t.Fatal(err)
	}
	second, err := client.Connect(address, "ann", "a", "")
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if _, err := client.Connect(address, "ann", "a", ""); err == nil || !strings.Contains(err.Error(), "1226") || !strings.Contains(err.Error(), "max_user_connections") {
		t.Errorf("a third connection: %v", err)
	}
	if _, err := second.Execute("SELECT 1"); err != nil {
		t.Error(err)
	}
	first.Close()
	for range 1000 { // until the server has seen it
		if first, err = client.Connect(address, "ann", "a", ""); err == nil {
			first.Close()
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("behind the end of one: %v", err)
}

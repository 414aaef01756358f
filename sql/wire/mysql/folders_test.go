package mysql

import (
	"context"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-mysql-org/go-mysql/client"
	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/pushscan/store"
	"gsdms/sql"
	"gsdms/sql/wire/wiretest"
)

// first gives the first value of a query, or its error.
func first(c *client.Conn, text string) string {
	r, err := c.Execute(text)
	if err != nil {
		return err.Error()
	}
	value, _ := r.GetString(0, 0)
	return value
}

// A client begins in the database that it names, or in that of the listener by which it comes, and
// stays where it has gone when it resets its connection.
func TestDatabasesOfFolders(t *testing.T) {
	engine := wiretest.Open(t, sql.Config{Beside: []store.Folder{{Database: "hr", Dir: filepath.Join(t.TempDir(), "people")}}})
	address := wiretest.Serve(t, NewServer(engine, Options{}).Serve)
	within := wiretest.Serve(t, func(ctx context.Context, all ...net.Listener) error {
		return NewServer(engine, Options{}).Serve(ctx, Within{Listener: all[0], Database: "hr"})
	})
	for _, c := range []struct{ address, names, want string }{
		{address, "", "shop"}, {address, "shop", "shop"}, {address, "gsdms", "shop"}, {address, "hr", "hr"}, {within, "", "hr"}, {within, "shop", "shop"},
	} {
		conn, err := client.Connect(c.address, "root", "", c.names)
		if err != nil {
			t.Fatal(err)
		}
		if got := first(conn, "SELECT DATABASE()"); got != c.want {
			t.Errorf("%q named: the database is %s, not %s", c.names, got, c.want)
		}
		conn.Close()
	}
	if _, err := client.Connect(address, "root", "", "people"); err == nil || !strings.Contains(err.Error(), "1049") {
		t.Errorf("a database that is not there: %v", err)
	}
	chosen(t, within)
}

// chosen has a client choose databases.
func chosen(t *testing.T, address string) {
	t.Helper()
	c, err := client.Connect(address, "root", "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, text := range []string{"CREATE TABLE t AS SELECT 1 AS a", "CREATE TABLE shop.t AS SELECT 2 AS a"} {
		if _, err := c.Execute(text); err != nil {
			t.Fatal(err)
		}
	}
	for database, want := range map[string]string{"hr": "1", "shop": "2"} {
		if err := c.UseDB(database); err != nil {
			t.Fatal(err)
		}
		if got := first(c, "SELECT a FROM t"); got != want {
			t.Errorf("%s: t has %s", database, got)
		}
	}
	if err := c.UseDB("nowhere"); err == nil || !strings.Contains(err.Error(), "1049") {
		t.Errorf("use of a database that is not there: %v", err)
	}
	r, err := c.Execute("SELECT a FROM hr.t")
	if err != nil {
		t.Fatal(err)
	}
	if f := r.Fields[0]; string(f.Schema) != "hr" || string(f.OrgTable) != "t" {
		t.Errorf("the column is of %s.%s", f.Schema, f.OrgTable)
	}
	reset(t, c)
}

// reset has a connection begin anew, which has chosen a database.
func reset(t *testing.T, c *client.Conn) {
	t.Helper()
	if err := c.UseDB("shop"); err != nil {
		t.Fatal(err)
	}
	c.ResetSequence()
	if err := c.WritePacket([]byte{0, 0, 0, 0, mysql.COM_RESET_CONNECTION}); err != nil {
		t.Fatal(err)
	}
	if b, err := c.ReadPacket(); err != nil || b[0] != mysql.OK_HEADER {
		t.Fatalf("%x, %v", b, err)
	}
	if got := first(c, "SELECT DATABASE()"); got != "shop" {
		t.Errorf("after a reset: the database is %s", got)
	}
}

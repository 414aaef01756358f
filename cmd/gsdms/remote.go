package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
	"gsdms/sql"
	"gsdms/sql/result"
	"gsdms/sql/wire/mysql"
)

// remoteFlags say which server runs the statements, if not this process.
type remoteFlags struct {
	Host     string `placeholder:"NAME" env:"GSDMS_HOST" help:"Run the statements on the server of this machine, not on a folder."`
	Port     int    `placeholder:"N" env:"GSDMS_PORT" default:"3306" help:"Port of --host (${default})."`
	Socket   string `placeholder:"PATH" env:"GSDMS_SOCKET" help:"Run the statements on the server that listens on this socket."`
	User     string `placeholder:"NAME" env:"GSDMS_USER" default:"root" help:"User on the server (${default})."`
	Database string `short:"D" placeholder:"NAME" help:"Database that names without one are of, as USE says."`
	Password string `placeholder:"TEXT" env:"GSDMS_PASSWORD" help:"Password on the server; better in GSDMS_PASSWORD, or typed when it is asked for."`
}

// target gives the server that the flags or the folder name, false where there is none: the
// statements run in this process then.
func (r *remoteFlags) target(dir string) (to mysql.Target, named, ok bool) {
	to = mysql.Target{User: r.User, Password: r.Password, Database: r.Database}
	switch path, is := served(dir); {
	case r.Host != "":
		to.Network, to.Address = "tcp", net.JoinHostPort(r.Host, strconv.Itoa(r.Port))
		return to, true, true
	case r.Socket != "":
		to.Network, to.Address = "unix", r.Socket
		return to, true, true
	case is:
		to.Network, to.Address = "unix", path
		return to, false, true
	}
	return to, false, false
}

// connect connects to the server, nil where this process is to run the statements: also
// when the socket in the folder is one that a process has left.
func (r *remoteFlags) connect(e *environment) (*mysql.Client, error) {
	to, named, ok := r.target(e.dir())
	if !ok {
		return nil, nil
	}
	c, err := mysql.Dial(e.ctx, to)
	if !named && errors.As(err, new(*net.OpError)) {
		return nil, nil
	}
	if err != nil && to.Password == "" && isTerminal(e.in) && strings.Contains(err.Error(), accessDenied) {
		fmt.Fprintf(e.errs, "Password of %s: ", to.User)
		typed, bad := term.ReadPassword(int(e.in.Fd()))
		fmt.Fprintln(e.errs)
		if bad != nil {
			return nil, fmt.Errorf("read the password: %w", bad)
		}
		to.Password = string(typed)
		c, err = mysql.Dial(e.ctx, to)
	}
	if err != nil {
		return nil, err
	}
	if !named {
		fmt.Fprintf(e.errs, "gsdms: another process serves %s; connected to it by %s\n", e.dir(), to.Address)
	}
	return c, nil
}

// accessDenied is what every server says to a wrong password.
const accessDenied = "ERROR 1045"

// names is the tables of a server as the completion needs them, those of other databases with
// the database before them. It is read anew when it is older than namesAge. One goroutine uses it.
type names struct {
	client *mysql.Client
	read   time.Time
	tables map[string]*plan.Table
}

const namesAge = 5 * time.Second

// catalog gives the names; one that cannot be had is empty, and the next statement says why.
func (n *names) catalog() (plan.Catalog, func()) {
	if time.Since(n.read) > namesAge {
		n.read = time.Now()
		n.tables = map[string]*plan.Table{}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		r, err := n.client.Query(ctx, "SELECT IF(TABLE_SCHEMA = DATABASE(), TABLE_NAME, CONCAT(TABLE_SCHEMA, '.', TABLE_NAME)) t, COLUMN_NAME, COLUMN_TYPE, TABLE_SCHEMA FROM information_schema.COLUMNS WHERE TABLE_SCHEMA <> 'information_schema' ORDER BY t, ORDINAL_POSITION")
		if err == nil {
			n.fill(r)
		}
	}
	return n, func() {}
}

func (n *names) fill(r *result.Set) {
	for i := range r.Rows.Len {
		table, _ := r.Text(i, 0)
		column, _ := r.Text(i, 1)
		kind, _ := r.Text(i, 2)
		if n.tables[table] == nil {
			database, _ := r.Text(i, 3)
			own := strings.TrimPrefix(table, database+".")
			n.tables[table] = &plan.Table{Name: roster.Join(database, own), Database: database}
		}
		n.tables[table].Columns = append(n.tables[table].Columns, plan.Column{Name: column, Type: plan.Type{Kind: plan.String, Name: strings.ToUpper(kind)}})
	}
}

// Table implements plan.Catalog.
func (n *names) Table(name string) (*plan.Table, error) {
	if t := n.tables[name]; t != nil {
		return t, nil
	}
	return nil, &store.UnknownTableError{Name: name}
}

// Tables implements plan.Catalog.
func (n *names) Tables() []string {
	var out []string
	for name := range n.tables {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// remoteShell runs the shell on a server.
func remoteShell(e *environment, to mysql.Target, r *runner) error {
	second, err := mysql.Dial(e.ctx, to)
	if err != nil {
		return err
	}
	defer second.Close()
	n := &names{client: second}
	if c, ok := r.session.(*mysql.Client); ok {
		r.session = remoteSession{c, second}
	}
	return runShell(e, "a server", to.Address, n.catalog, r)
}

// remoteSession is a session on a server, with a second connection that looks at it.
type remoteSession struct {
	*mysql.Client
	second *mysql.Client
}

// scanning is what SHOW PROCESSLIST says of a session that scans.
var scanning = regexp.MustCompile(`^(scanning .*), (\d+) %`)

// Activity is what the statement does that runs, and how much of that is done; nothing where
// the server does not say.
func (r remoteSession) Activity() (about string, done float64) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	got, err := r.second.Query(ctx, fmt.Sprintf("SELECT STATE FROM information_schema.PROCESSLIST WHERE ID = %d", r.ID()))
	if err != nil || got.Rows == nil || got.Rows.Len == 0 {
		return "", 0
	}
	state, _ := got.Text(0, 0)
	m := scanning.FindStringSubmatch(state)
	if m == nil {
		return "", 0
	}
	percent, _ := strconv.Atoi(m[2]) // digits
	return m[1], float64(percent) / 100
}

// localNames gives the tables of an engine in this process.
func localNames(engine *sql.Engine) func() (plan.Catalog, func()) {
	return func() (plan.Catalog, func()) {
		view := engine.View()
		return view, func() { view.Close() }
	}
}

package mysql

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/go-mysql-org/go-mysql/client"
	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
	"gsdms/sql"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// Target is the server that a Client talks to.
type Target struct {
	Network  string // tcp or unix
	Address  string // host:port, or the path of a socket
	User     string
	Password string
	Database string // "": that of the server
}

// Client runs statements on a server as a session does within the process. One goroutine
// at a time uses it.
type Client struct {
	target Target
	conn   *client.Conn
}

// dialTimeout is how long a server may take to answer.
const dialTimeout = 10 * time.Second

// Dial connects to a server.
func Dial(ctx context.Context, to Target) (*Client, error) {
	c, err := open(ctx, to)
	if err != nil {
		return nil, err
	}
	return &Client{to, c}, nil
}

func open(ctx context.Context, to Target) (*client.Conn, error) {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{Timeout: dialTimeout}).DialContext(ctx, to.Network, to.Address)
	}
	c, err := client.ConnectWithDialer(ctx, to.Network, to.Address, to.User, to.Password, to.Database, dial)
	if err != nil {
		return nil, fmt.Errorf("connect to %s as %s: %w", to.Address, to.User, cause(err))
	}
	return c, nil
}

// cause is an error without the trace that go-mysql adds to its text, and with a state also if
// the server sent none, as before its greeting.
func cause(err error) error {
	var wire *mysql.MyError
	if errors.As(err, &wire) {
		if wire.State == "" {
			return mysql.NewError(wire.Code, wire.Message)
		}
		return wire
	}
	return err
}

// Target is the server that the client has connected to.
func (c *Client) Target() Target { return c.target }

// ID is the number that SHOW PROCESSLIST has for the connection.
func (c *Client) ID() uint32 { return c.conn.GetConnectionID() }

// Close ends the connection.
func (c *Client) Close() error { return c.conn.Close() }

// Query runs one statement. When ctx ends, the server is told to end the statement. An
// error of the statement is a *sql.Error.
func (c *Client) Query(ctx context.Context, text string) (*result.Set, error) {
	return c.run(ctx, text, func() (*mysql.Result, error) { return c.conn.Execute(text) })
}

// Ping asks whether the server is still there.
func (c *Client) Ping(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { _ = c.conn.Close() }) // the error says that it is gone
	defer stop()
	if err := c.conn.Ping(); err != nil {
		return c.failure("", err)
	}
	return nil
}

// run is Query for a statement that execute runs.
func (c *Client) run(ctx context.Context, text string, execute func() (*mysql.Result, error)) (*result.Set, error) {
	began := time.Now()
	defer c.killAfter(ctx)()
	got, err := execute()
	if err != nil {
		return nil, c.failure(text, err)
	}
	r, err := resultOf(got)
	if err != nil {
		return nil, fmt.Errorf("read the rows of %s: %w", c.target.Address, err)
	}
	r.Report.Wall = time.Since(began)
	if r.Rows != nil {
		r.Report.Rows = r.Rows.Len
	}
	return r, nil
}

// killAfter ends the statement that runs when ctx ends. The statement's end calls
// end, which waits for a kill that is under way: it must not meet the next statement.
func (c *Client) killAfter(ctx context.Context) (end func()) {
	killed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(killed)
		c.kill()
	})
	return func() {
		if !stop() {
			<-killed
		}
	}
}

// kill ends the statement that runs, by a connection of its own. If that fails, the
// statement's connection is closed, which ends it, too.
func (c *Client) kill() {
	ctx, cancel := context.WithTimeout(context.Background(), dialTimeout)
	defer cancel()
	other, err := open(ctx, c.target)
	if err == nil {
		_, err = other.Execute(fmt.Sprintf("KILL QUERY %d", c.conn.GetConnectionID()))
		_ = other.Close() // it has done what it was for
	}
	if err != nil {
		_ = c.conn.Close() // the statement's error says that the connection is gone
	}
}

// failure gives a server's error its number.
func (c *Client) failure(text string, err error) error {
	var wire *mysql.MyError
	if !errors.As(err, &wire) {
		return fmt.Errorf("the server at %s: %w; is it still there?", c.target.Address, cause(err))
	}
	line, _, _ := strings.Cut(text, "\n")
	return &parse.Error{Code: int(wire.Code), Message: wire.Message, Source: line}
}

// Together runs statements at the same time, each on a connection of its own, so that the
// server's scans are shared.
func (c *Client) Together(ctx context.Context, texts []string) []sql.Answer {
	answers := make([]sql.Answer, len(texts))
	var all sync.WaitGroup
	room := make(chan struct{}, maxTogether)
	for i, text := range texts {
		all.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			one, err := Dial(ctx, c.target)
			if err != nil {
				answers[i].Err = err
				return
			}
			answers[i].Result, answers[i].Err = one.Query(ctx, text)
			_ = one.Close() // the answer is there
		})
	}
	all.Wait()
	return answers
}

// maxTogether is how many connections Together has at a time.
const maxTogether = 64

// resultOf makes a result of what came over the wire.
func resultOf(got *mysql.Result) (*result.Set, error) {
	if !got.HasResultset() {
		r := &result.Set{Affected: int64(got.AffectedRows), First: got.InsertId, Message: "done", Warnings: int(got.Warnings)}
		if r.Affected > 0 {
			r.Message = fmt.Sprintf("rows affected: %d", r.Affected)
		}
		return r, nil
	}
	r := &result.Set{Rows: &plan.Rows{Len: len(got.Values)}, Warnings: int(got.Warnings)}
	for i, f := range got.Fields {
		t := typeOf(f)
		v, err := vector(got.Values, i, t)
		if err != nil {
			return nil, err
		}
		r.Columns = append(r.Columns, plan.Output{Name: string(f.Name), Type: t})
		r.Rows.Columns = append(r.Rows.Columns, v)
	}
	r.Plain = plainColumn(r.Columns)
	return r, nil
}

// typeOf is the type that field gives a column for.
func typeOf(f *mysql.Field) plan.Type {
	switch f.Type {
	case mysql.MYSQL_TYPE_LONGLONG:
		if f.Flag&mysql.UNSIGNED_FLAG != 0 {
			return plan.Type{Kind: plan.Unsigned}
		}
		return plan.Type{Kind: plan.Int}
	case mysql.MYSQL_TYPE_TINY, mysql.MYSQL_TYPE_SHORT, mysql.MYSQL_TYPE_INT24, mysql.MYSQL_TYPE_LONG, mysql.MYSQL_TYPE_YEAR:
		return plan.Type{Kind: plan.Int}
	case mysql.MYSQL_TYPE_NEWDECIMAL:
		return plan.Type{Kind: plan.Decimal, Precision: int(f.ColumnLength) - min(2, int(f.Decimal)+1), Scale: int(f.Decimal)}
	case mysql.MYSQL_TYPE_FLOAT:
		return plan.Type{Kind: plan.Double, Name: value.FloatName}
	case mysql.MYSQL_TYPE_DOUBLE:
		return plan.Type{Kind: plan.Double}
	case mysql.MYSQL_TYPE_DATE:
		return plan.Type{Kind: plan.Date}
	case mysql.MYSQL_TYPE_DATETIME, mysql.MYSQL_TYPE_TIMESTAMP:
		return plan.Type{Kind: plan.DateTime, Scale: int(f.Decimal)}
	case mysql.MYSQL_TYPE_TIME:
		return plan.Type{Kind: plan.Time, Scale: int(f.Decimal)}
	}
	return plan.Type{Kind: plan.String}
}

// vector reads a column.
func vector(rows [][]mysql.FieldValue, column int, t plan.Type) (plan.Vector, error) {
	v := plan.Vector{Type: t, Nulls: make([]bool, len(rows))}
	switch t.Kind {
	case plan.Double:
		v.Floats = make([]float64, len(rows))
	case plan.Decimal:
		v.Wide = make([]*big.Int, len(rows))
	case plan.String:
		v.Texts = make([]string, len(rows))
	default:
		v.Ints = make([]int64, len(rows))
	}
	for i := range rows {
		cell := &rows[i][column]
		if v.Nulls[i] = cell.Type == mysql.FieldValueTypeNull; v.Nulls[i] {
			continue
		}
		if err := put(&v, i, cell); err != nil {
			return v, err
		}
	}
	return v, nil
}

// put reads a cell that is not NULL.
func put(v *plan.Vector, row int, cell *mysql.FieldValue) error {
	switch v.Type.Kind {
	case plan.Int:
		v.Ints[row] = cell.AsInt64()
	case plan.Unsigned:
		v.Ints[row] = value.UnsignedNumber(cell.AsUint64())
	case plan.Double:
		v.Floats[row] = cell.AsFloat64()
	case plan.String:
		v.Texts[row] = string(cell.AsString())
	case plan.Date, plan.DateTime, plan.Time:
		e, err := coerce.To(plan.Literal(value.OfString(string(cell.AsString()))), v.Type)
		if c, ok := e.(plan.Const); err == nil && ok && !c.Value.IsNull() {
			v.Ints[row] = c.Value.Int
			return nil
		}
		return fmt.Errorf("%q is no %s", cell.AsString(), v.Type)
	case plan.Decimal:
		n, ok := new(big.Int).SetString(strings.Replace(string(cell.AsString()), ".", "", 1), 10)
		_, behind, _ := strings.Cut(string(cell.AsString()), ".")
		if !ok || len(behind) != v.Type.Scale {
			return fmt.Errorf("%q is no decimal with %d digits behind the point", cell.AsString(), v.Type.Scale)
		}
		v.Wide[row] = n
	}
	return nil
}

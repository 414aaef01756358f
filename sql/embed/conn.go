package embed

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"gsdms/plan"
	"gsdms/sql"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/wire/mysql"
)

// session is what runs the statements of a connection: one of this process, or a server's.
type session interface {
	Query(ctx context.Context, text string) (*result.Set, error)
	Stream(ctx context.Context, text string) (*result.Set, error)
	prepare(ctx context.Context, text string) (prepared, error)
	ping(ctx context.Context) error
	reset()
	close() error
}

// prepared is a statement with parameters. One of this process needs no closing.
type prepared interface {
	Params() int
	Execute(ctx context.Context, values []plan.Value) (*result.Set, error)
	Stream(ctx context.Context, values []plan.Value) (*result.Set, error)
}

// local is a session of this process.
type local struct{ *sql.Session }

func (l local) prepare(ctx context.Context, text string) (prepared, error) {
	return l.Prepare(ctx, text)
}
func (l local) ping(context.Context) error { return nil }
func (l local) reset()                     { l.Reset() }
func (l local) close() error               { return nil }

// remote is a session of a server. What SET has changed there stays until it is closed.
type remote struct{ *mysql.Client }

func (r remote) prepare(ctx context.Context, text string) (prepared, error) {
	return r.Prepare(ctx, text)
}
func (r remote) ping(ctx context.Context) error { return r.Ping(ctx) }
func (r remote) reset()                         {}
func (r remote) close() error                   { return r.Close() }

// execute runs a statement, with what its parameters are; where its rows stream, they come
// as they are read and must be closed. An error that the end of ctx has caused says so.
func execute(ctx context.Context, s session, text string, values []plan.Value, stream bool) (r *result.Set, err error) {
	switch {
	case len(values) > 0:
		r, err = executeWith(ctx, s, text, values, stream)
	case stream:
		r, err = s.Stream(ctx, text)
	default:
		r, err = s.Query(ctx, text)
	}
	return r, ended(ctx, err)
}

func executeWith(ctx context.Context, s session, text string, values []plan.Value, stream bool) (*result.Set, error) {
	p, err := s.prepare(ctx, text)
	if err != nil {
		return nil, err
	}
	r, err := executePrepared(ctx, p, values, stream)
	return r, errors.Join(err, closePrepared(p))
}

func executePrepared(ctx context.Context, p prepared, values []plan.Value, stream bool) (*result.Set, error) {
	if stream {
		return p.Stream(ctx, values)
	}
	return p.Execute(ctx, values)
}

// closePrepared has a server forget a statement.
func closePrepared(p prepared) error {
	if s, ok := p.(*mysql.Statement); ok {
		return s.Close()
	}
	return nil
}

// ended adds to the error of a statement that its context has ended.
func ended(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
		return fmt.Errorf("%w (%w)", err, ctx.Err())
	}
	return err
}

// conn is a connection of database/sql. Interfaces that it implements are those of
// database/sql/driver.
type conn struct {
	session session
	lost    bool // a server has not answered
}

var (
	_ driver.QueryerContext     = (*conn)(nil)
	_ driver.ExecerContext      = (*conn)(nil)
	_ driver.ConnPrepareContext = (*conn)(nil)
	_ driver.ConnBeginTx        = (*conn)(nil)
	_ driver.Pinger             = (*conn)(nil)
	_ driver.SessionResetter    = (*conn)(nil)
	_ driver.Validator          = (*conn)(nil)
	_ driver.StmtQueryContext   = (*stmt)(nil)
	_ driver.StmtExecContext    = (*stmt)(nil)
)

// Close is of driver.Conn.
func (c *conn) Close() error { return c.session.close() }

// Prepare is of driver.Conn.
func (c *conn) Prepare(text string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), text)
}

// PrepareContext is of driver.ConnPrepareContext.
func (c *conn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	p, err := c.session.prepare(ctx, text)
	if err != nil {
		return nil, c.noted(ended(ctx, err))
	}
	return &stmt{c, p}, nil
}

// errNoTransactions is what who begins a transaction gets.
var errNoTransactions = errors.New("gsdms has no transactions: each statement commits itself; run it on the sql.DB or the sql.Conn")

// Begin is of driver.Conn.
func (c *conn) Begin() (driver.Tx, error) { return nil, errNoTransactions }

// BeginTx is of driver.ConnBeginTx.
func (c *conn) BeginTx(context.Context, driver.TxOptions) (driver.Tx, error) {
	return nil, errNoTransactions
}

// Ping is of driver.Pinger.
func (c *conn) Ping(ctx context.Context) error { return c.noted(c.session.ping(ctx)) }

// ResetSession is of driver.SessionResetter: who gets a connection of the pool gets no
// settings of others, where it is one of this process.
func (c *conn) ResetSession(context.Context) error {
	if c.lost {
		return driver.ErrBadConn
	}
	c.session.reset()
	return nil
}

// IsValid is of driver.Validator.
func (c *conn) IsValid() bool { return !c.lost }

// noted remembers that a server has gone: what is no error of a statement is one of the way
// to it.
func (c *conn) noted(err error) error {
	_, server := c.session.(remote)
	c.lost = c.lost || server && err != nil && !errors.As(err, new(*parse.Error))
	return err
}

// QueryContext is of driver.QueryerContext.
func (c *conn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	r, err := c.run(ctx, text, args, true)
	if err != nil {
		return nil, err
	}
	return &driverRows{newRows(ctx, r)}, nil
}

// ExecContext is of driver.ExecerContext.
func (c *conn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	r, err := c.run(ctx, text, args, false)
	if err != nil {
		return nil, err
	}
	return outcomeOf(r), nil
}

func (c *conn) run(ctx context.Context, text string, args []driver.NamedValue, stream bool) (*result.Set, error) {
	values, err := parameters(args)
	if err != nil {
		return nil, err
	}
	r, err := execute(ctx, c.session, text, values, stream)
	return r, c.noted(err)
}

// parameters are the values of a statement's parameters.
func parameters(args []driver.NamedValue) ([]plan.Value, error) {
	out := make([]plan.Value, len(args))
	for i, a := range args {
		if a.Name != "" {
			return nil, fmt.Errorf("parameter %s: gsdms has no parameters with names; write ? for each", a.Name)
		}
		var err error
		if out[i], err = valueOf(a.Value); err != nil {
			return nil, fmt.Errorf("parameter %d: %w", i+1, err)
		}
	}
	return out, nil
}

// outcome is a driver.Result: how many rows were added, and the number that one got first.
type outcome struct {
	rows  int64
	first uint64
}

func outcomeOf(r *result.Set) outcome { return outcome{r.Affected, r.First} }

// LastInsertId is of driver.Result; 0 where the table numbers no rows.
func (o outcome) LastInsertId() (int64, error) { return int64(o.first), nil }

// RowsAffected is of driver.Result.
func (o outcome) RowsAffected() (int64, error) { return o.rows, nil }

// quoted is a name in backquotes.
func quoted(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

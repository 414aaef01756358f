package mysql

import (
	"context"

	"github.com/go-mysql-org/go-mysql/client"
	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// Statement is a statement that a server has prepared for a Client. Whoever uses the client
// uses it, and closes it before.
type Statement struct {
	client *Client
	text   string
	stmt   *client.Stmt
}

// Prepare has the server read a statement with parameters.
func (c *Client) Prepare(ctx context.Context, text string) (*Statement, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	defer c.killAfter(ctx)()
	s, err := c.conn.Prepare(text)
	if err != nil {
		return nil, c.failure(text, err)
	}
	return &Statement{c, text, s}, nil
}

// Params is how many parameters there are.
func (s *Statement) Params() int { return s.stmt.ParamNum() }

// Execute runs the statement with values for its parameters, as Client.Query runs one
// without. A decimal is sent as text.
func (s *Statement) Execute(ctx context.Context, values []plan.Value) (*result.Set, error) {
	sent, err := s.sent(values)
	if err != nil {
		return nil, err
	}
	return s.client.run(ctx, s.text, func() (*mysql.Result, error) { return s.stmt.Execute(sent...) })
}

// sent is values as the driver sends them.
func (s *Statement) sent(values []plan.Value) ([]any, error) {
	if len(values) != s.Params() {
		return nil, parse.ErrorAt(s.text, -1, parse.CodeWrongArguments, "the statement has %d parameters and got %d values", s.Params(), len(values))
	}
	sent := make([]any, len(values))
	for i, v := range values {
		switch v.Kind {
		case plan.Null:
		case plan.Bool, plan.Int:
			sent[i] = v.Int
		case plan.Unsigned:
			sent[i] = value.UnsignedOf(v.Int)
		case plan.Double:
			sent[i] = v.Float
		default:
			sent[i] = v.String()
		}
	}
	return sent, nil
}

// Stream is Execute as Client.Stream is Query.
func (s *Statement) Stream(ctx context.Context, values []plan.Value) (*result.Set, error) {
	sent, err := s.sent(values)
	if err != nil {
		return nil, err
	}
	return s.client.stream(ctx, s.text, func(r *mysql.Result, row client.SelectPerRowCallback, head client.SelectPerResultCallback) error {
		return s.stmt.ExecuteSelectStreaming(r, row, head, sent...)
	})
}

// Close has the server forget the statement.
func (s *Statement) Close() error { return s.stmt.Close() }

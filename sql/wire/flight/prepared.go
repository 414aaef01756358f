package flight

import (
	"context"
	"sync"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	rpc "github.com/apache/arrow/go/v15/arrow/flight"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gsdms/plan"
	"gsdms/pushscan/load/arrows"
)

// handle is a prepared statement of a user, until it is closed. Safe for concurrent use.
type handle struct {
	user, text string
	params     int

	mu     sync.Mutex
	values [][]plan.Value // of the parameters, row by row, as they were bound last
	used   time.Time
}

// bind gives the parameters rows of values.
func (h *handle) bind(rows [][]plan.Value) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.values = rows
}

// bound are the rows of values of the parameters: one without any where there are none.
func (h *handle) bound() ([][]plan.Value, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.params == 0:
		return [][]plan.Value{nil}, nil
	case h.values == nil:
		return nil, status.Errorf(codes.InvalidArgument, "the statement has %d parameters: bind their values first", h.params)
	}
	return h.values, nil
}

// first is the first row of values, nil for none.
func (h *handle) first() []plan.Value {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.values) == 0 {
		return nil
	}
	return h.values[0]
}

// handles are the prepared statements. The zero value has none. Safe for concurrent use.
type handles struct {
	idle time.Duration
	most int // of a user

	mu     sync.Mutex
	all    map[string]*handle
	byUser map[string]int
}

// add keeps a statement and gives its handle.
func (l *handles) add(h *handle) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all, l.byUser = map[string]*handle{}, map[string]int{}
	}
	if l.byUser[h.user] >= l.most {
		l.forget()
	}
	if l.byUser[h.user] >= l.most {
		return "", status.Errorf(codes.ResourceExhausted, "Can't create more than max_prepared_stmt_count statements (current value: %d); close some", l.most)
	}
	name := newID()
	h.used = time.Now()
	l.all[string(name[:])] = h
	l.byUser[h.user]++
	return string(name[:]), nil
}

// forget drops the statements that nobody has used for long.
func (l *handles) forget() {
	for name, h := range l.all {
		if time.Since(h.used) > l.idle {
			l.drop(name, h)
		}
	}
}

func (l *handles) drop(name string, h *handle) {
	delete(l.all, name)
	if l.byUser[h.user]--; l.byUser[h.user] == 0 {
		delete(l.byUser, h.user)
	}
}

// find gives a statement of a user.
func (l *handles) find(name, user string) (*handle, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.all[name]
	if h != nil && time.Since(h.used) > l.idle {
		l.drop(name, h)
		h = nil
	}
	if h == nil || h.user != user {
		return nil, status.Error(codes.NotFound, "Unknown prepared statement handle: it was closed or not used for long, or the server has been started anew")
	}
	h.used = time.Now()
	return h, nil
}

// close forgets a statement of a user.
func (l *handles) close(name, user string) error {
	h, err := l.find(name, user)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all[name] == h {
		l.drop(name, h)
	}
	return nil
}

// CreatePreparedStatement implements flightsql.Server. The schema of a statement that gives
// no rows has no fields; of the parameters the types are not known, and all are taken.
func (s *commands) CreatePreparedStatement(ctx context.Context, r flightsql.ActionCreatePreparedStatementRequest) (out flightsql.ActionCreatePreparedStatementResult, err error) {
	if err := noTransaction(r.GetTransactionId()); err != nil {
		return out, err
	}
	c, err := s.begin(ctx, id{})
	if err != nil {
		return out, err
	}
	defer c.end()
	d, err := c.session.Describe(c.ctx, r.GetQuery(), nil)
	if err != nil {
		return out, err
	}
	name, err := s.handles.add(&handle{user: c.visitor.user, text: r.GetQuery(), params: d.Params})
	if err != nil {
		return out, err
	}
	params := make([]arrow.Field, d.Params)
	for i := range params {
		params[i] = arrow.Field{Name: "?", Type: arrow.BinaryTypes.String, Nullable: true}
	}
	out.Handle = []byte(name)
	out.DatasetSchema, out.ParameterSchema = arrows.Schema(d.Columns), arrow.NewSchema(params, nil)
	return out, nil
}

// ClosePreparedStatement implements flightsql.Server.
func (s *commands) ClosePreparedStatement(ctx context.Context, r flightsql.ActionClosePreparedStatementRequest) error {
	v, _ := ctx.Value(visitorKey{}).(*visitor)
	return s.handles.close(string(r.GetPreparedStatementHandle()), v.user)
}

// describedBound says what rows a prepared statement will give with the values that are
// bound.
func (c *call) describedBound(name string) (*handle, []plan.Output, error) {
	h, err := c.server.handles.find(name, c.visitor.user)
	if err != nil {
		return nil, nil, err
	}
	d, err := c.session.Describe(c.ctx, h.text, h.first())
	return h, d.Columns, err
}

// GetFlightInfoPreparedStatement implements flightsql.Server, as GetFlightInfoStatement.
func (s *commands) GetFlightInfoPreparedStatement(ctx context.Context, q flightsql.PreparedStatementQuery, d *rpc.FlightDescriptor) (*rpc.FlightInfo, error) {
	c, err := s.begin(ctx, id{})
	if err != nil {
		return nil, err
	}
	defer c.end()
	h, columns, err := c.describedBound(string(q.GetPreparedStatementHandle()))
	if err != nil {
		return nil, err
	}
	if columns != nil {
		return promise(arrows.Schema(columns), d, ofPrepared, string(q.GetPreparedStatementHandle()))
	}
	bound, err := h.bound()
	if err == nil {
		_, err = c.updateAll(h.text, bound)
	}
	if err != nil {
		return nil, err
	}
	return promise(arrows.Schema(nil), d, ofNothing, "")
}

// GetSchemaPreparedStatement implements flightsql.Server.
func (s *commands) GetSchemaPreparedStatement(ctx context.Context, q flightsql.PreparedStatementQuery, _ *rpc.FlightDescriptor) (*rpc.SchemaResult, error) {
	c, err := s.begin(ctx, id{})
	if err != nil {
		return nil, err
	}
	defer c.end()
	_, columns, err := c.describedBound(string(q.GetPreparedStatementHandle()))
	if err != nil {
		return nil, err
	}
	return &rpc.SchemaResult{Schema: rpc.SerializeSchema(arrows.Schema(columns), memory.DefaultAllocator)}, nil
}

// updateAll runs a statement with each of some rows of values.
func (c *call) updateAll(text string, bound [][]plan.Value) (int64, error) {
	if len(bound) == 1 {
		return c.update(text, bound[0])
	}
	p, err := c.session.Prepare(c.ctx, text)
	if err != nil {
		return 0, err
	}
	return p.ExecuteAll(c.ctx, bound)
}

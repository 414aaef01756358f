package flight

import (
	"context"

	"github.com/apache/arrow/go/v15/arrow"
	rpc "github.com/apache/arrow/go/v15/arrow/flight"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	pb "github.com/apache/arrow/go/v15/arrow/flight/gen/flight"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"gsdms/plan"
	"gsdms/pushscan/load/arrows"
	"gsdms/sql"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// commands answers the commands of Flight SQL; those that it has not are refused by arrow's.
type commands struct {
	flightsql.BaseServer
	*Server
	known map[uint32]bool // what registerInfo says
}

// service is the calls of Flight: commands are taken apart by arrow, rows go out and come
// in here.
type service struct {
	rpc.FlightServer
	commands *commands
}

func newService(s *Server) *service {
	c := &commands{Server: s, known: map[uint32]bool{}}
	c.Alloc = memory.DefaultAllocator
	c.registerInfo()
	return &service{FlightServer: flightsql.NewFlightServer(c), commands: c}
}

// The results that a ticket can stand for, in the byte behind its id.
const (
	ofQuery    = 'q' // the text follows
	ofPrepared = 'p' // the handle follows
	ofNothing  = 'n' // of a statement that has run and gives no rows
)

// promise describes a result that is to be fetched by a ticket.
func promise(schema *arrow.Schema, d *rpc.FlightDescriptor, kind byte, what string) (*rpc.FlightInfo, error) {
	named := newID()
	ticket, err := flightsql.CreateStatementQueryTicket(append(append(named[:], kind), what...))
	if err != nil {
		return nil, err
	}
	return infoOf(schema, d, ticket), nil
}

func infoOf(schema *arrow.Schema, d *rpc.FlightDescriptor, ticket []byte) *rpc.FlightInfo {
	return &rpc.FlightInfo{
		Schema: rpc.SerializeSchema(schema, memory.DefaultAllocator), FlightDescriptor: d,
		Endpoint:     []*rpc.FlightEndpoint{{Ticket: &rpc.Ticket{Ticket: ticket}}},
		TotalRecords: -1, TotalBytes: -1,
	}
}

// noTransaction refuses a statement of a transaction.
func noTransaction(in []byte) error {
	if len(in) > 0 {
		return status.Error(codes.Unimplemented, "gsdms has no transactions: each statement commits itself")
	}
	return nil
}

// described says what rows a statement with no parameters will give.
func (c *call) described(text string) ([]plan.Output, error) {
	d, err := c.session.Describe(c.ctx, text, nil)
	if err == nil && d.Params > 0 {
		err = status.Errorf(codes.InvalidArgument, "the statement has %d parameters: prepare it and bind their values", d.Params)
	}
	return d.Columns, err
}

// GetFlightInfoStatement implements flightsql.Server. A query runs when its rows are fetched, a
// statement without rows now, since nobody need fetch them.
func (s *commands) GetFlightInfoStatement(ctx context.Context, q flightsql.StatementQuery, d *rpc.FlightDescriptor) (*rpc.FlightInfo, error) {
	if err := noTransaction(q.GetTransactionId()); err != nil {
		return nil, err
	}
	c, err := s.begin(ctx, id{})
	if err != nil {
		return nil, err
	}
	defer c.end()
	columns, err := c.described(q.GetQuery())
	if err != nil {
		return nil, err
	}
	if columns != nil {
		return promise(arrows.Schema(columns), d, ofQuery, q.GetQuery())
	}
	if _, err := c.update(q.GetQuery(), nil); err != nil {
		return nil, err
	}
	return promise(arrows.Schema(nil), d, ofNothing, "")
}

// GetSchemaStatement implements flightsql.Server.
func (s *commands) GetSchemaStatement(ctx context.Context, q flightsql.StatementQuery, _ *rpc.FlightDescriptor) (*rpc.SchemaResult, error) {
	c, err := s.begin(ctx, id{})
	if err != nil {
		return nil, err
	}
	defer c.end()
	columns, err := c.described(q.GetQuery())
	if err != nil {
		return nil, err
	}
	return &rpc.SchemaResult{Schema: rpc.SerializeSchema(arrows.Schema(columns), memory.DefaultAllocator)}, nil
}

// DoPutCommandStatementUpdate implements flightsql.Server.
func (s *commands) DoPutCommandStatementUpdate(ctx context.Context, u flightsql.StatementUpdate) (int64, error) {
	if err := noTransaction(u.GetTransactionId()); err != nil {
		return 0, err
	}
	c, err := s.begin(ctx, id{})
	if err != nil {
		return 0, err
	}
	defer c.end()
	return c.update(u.GetQuery(), nil)
}

// run runs a statement with what its parameters are. Its rows come as they are read; what it
// has SET stays with the client.
func (c *call) run(text string, values []plan.Value) (r *result.Set, err error) {
	if len(values) == 0 {
		r, err = c.session.Stream(c.ctx, text)
	} else {
		var p *sql.Prepared
		if p, err = c.session.Prepare(c.ctx, text); err == nil {
			r, err = p.Stream(c.ctx, values)
		}
	}
	if err == nil && sql.ChangesSession(text) {
		c.visitor.keep(c.session)
	}
	return r, err
}

// update runs a statement whose rows nobody wants, and gives the number of those that it
// added.
func (c *call) update(text string, values []plan.Value) (int64, error) {
	r, err := c.run(text, values)
	if err != nil {
		return 0, err
	}
	if r.Rows != nil {
		return 0, r.Drop()
	}
	return r.Affected, nil
}

// DoGet is of flight.FlightServer.
func (s *service) DoGet(t *rpc.Ticket, stream rpc.FlightService_DoGetServer) error {
	var wrapped anypb.Any
	if err := proto.Unmarshal(t.Ticket, &wrapped); err != nil {
		return status.Errorf(codes.InvalidArgument, "read the ticket: %s", err)
	}
	var query pb.TicketStatementQuery
	var prepared pb.CommandPreparedStatementQuery
	switch {
	case wrapped.MessageIs(&query):
		if err := wrapped.UnmarshalTo(&query); err != nil {
			return status.Errorf(codes.InvalidArgument, "read the ticket: %s", err)
		}
		return s.commands.fetch(query.GetStatementHandle(), stream)
	case wrapped.MessageIs(&prepared):
		if err := wrapped.UnmarshalTo(&prepared); err != nil {
			return status.Errorf(codes.InvalidArgument, "read the ticket: %s", err)
		}
		named := newID()
		return s.commands.fetch(append(append(named[:], ofPrepared), prepared.GetPreparedStatementHandle()...), stream)
	}
	return s.FlightServer.DoGet(t, stream)
}

// fetch sends the result that a ticket stands for.
func (s *commands) fetch(ticket []byte, stream rpc.FlightService_DoGetServer) error {
	if len(ticket) <= len(id{}) {
		return status.Error(codes.InvalidArgument, "the ticket is none of this server")
	}
	named, kind, what := id(ticket[:len(id{})]), ticket[len(id{})], string(ticket[len(id{})+1:])
	c, err := s.begin(stream.Context(), named)
	if err != nil {
		return err
	}
	defer c.end()
	out := newResults(c, stream)
	defer out.close()
	switch kind {
	case ofQuery:
		err = c.send(out, what, [][]plan.Value{nil})
	case ofPrepared:
		var h *handle
		var bound [][]plan.Value
		if h, err = s.handles.find(what, c.visitor.user); err == nil {
			bound, err = h.bound()
		}
		if err == nil {
			err = c.send(out, h.text, bound)
		}
	}
	if err != nil {
		return c.ended(err)
	}
	return c.ended(out.end())
}

// send sends what a statement gives with each of some rows of values, one after another.
func (c *call) send(out *results, text string, bound [][]plan.Value) error {
	for _, values := range bound {
		set, err := c.run(text, values)
		if err != nil {
			return err
		}
		if err := out.send(set); err != nil {
			return err
		}
	}
	return nil
}

// ended adds to an error why the call has ended, if it has.
func (c *call) ended(err error) error {
	if why := context.Cause(c.ctx); err != nil && why != nil {
		if parse.IsCode(err, parse.CodeTimeout) {
			return err
		}
		return status.Errorf(codes.Canceled, "%s (%s)", err, why)
	}
	return err
}

// CancelFlightInfo implements flightsql.Server.
func (s *commands) CancelFlightInfo(ctx context.Context, r *rpc.CancelFlightInfoRequest) (rpc.CancelFlightInfoResult, error) {
	return rpc.CancelFlightInfoResult{Status: rpc.CancelStatusCancelled}, s.cancelInfo(ctx, r.GetInfo())
}

// cancelInfo ends the results that were promised, or keeps them from beginning.
func (s *commands) cancelInfo(ctx context.Context, info *rpc.FlightInfo) error {
	v, ok := ctx.Value(visitorKey{}).(*visitor)
	if !ok || info == nil {
		return status.Error(codes.InvalidArgument, "cancel: there is no flight")
	}
	for _, e := range info.GetEndpoint() {
		t, err := flightsql.GetStatementQueryTicket(e.GetTicket())
		if err != nil || len(t.GetStatementHandle()) <= len(id{}) {
			return status.Error(codes.NotFound, "cancel: the flight is none of a statement")
		}
		s.calls.cancelOne(id(t.GetStatementHandle()[:len(id{})]), v.user)
	}
	return nil
}

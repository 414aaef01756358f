package flight

import (
	"fmt"
	"sync/atomic"

	rpc "github.com/apache/arrow/go/v15/arrow/flight"
	pb "github.com/apache/arrow/go/v15/arrow/flight/gen/flight"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"gsdms/plan"
	"gsdms/sql/setting"
)

// replay gives the first message of a stream once more.
type replay struct {
	rpc.FlightService_DoPutServer
	first *rpc.FlightData
}

// Recv implements flight.DataStreamReader.
func (r *replay) Recv() (*rpc.FlightData, error) {
	if first := r.first; first != nil {
		r.first = nil
		return first, nil
	}
	return r.FlightService_DoPutServer.Recv()
}

// DoPut is of flight.FlightServer: the descriptor of the first message says what to do.
func (s *service) DoPut(stream rpc.FlightService_DoPutServer) error {
	first, err := stream.Recv()
	if err != nil {
		return err
	}
	from, d := &replay{stream, first}, first.GetFlightDescriptor()
	if d.GetType() == rpc.DescriptorPATH {
		return s.commands.ingestPath(d.GetPath(), from)
	}
	var wrapped anypb.Any
	if err := proto.Unmarshal(d.GetCmd(), &wrapped); err != nil || wrapped.GetTypeUrl() == "" {
		return status.Error(codes.InvalidArgument, "the descriptor of the first message is neither a path nor a command of Flight SQL")
	}
	if wrapped.MessageName() == ingestCommand {
		return s.commands.ingestBy(wrapped.GetValue(), from)
	}
	message, err := wrapped.UnmarshalNew()
	if err != nil {
		return status.Errorf(codes.InvalidArgument, "read the command: %s", err)
	}
	switch command := message.(type) {
	case *pb.CommandStatementUpdate:
		n, err := s.commands.DoPutCommandStatementUpdate(stream.Context(), command)
		return answer(stream, n, err)
	case *pb.CommandPreparedStatementQuery:
		return s.commands.bind(string(command.GetPreparedStatementHandle()), from)
	case *pb.CommandPreparedStatementUpdate:
		n, err := s.commands.updatePrepared(string(command.GetPreparedStatementHandle()), from)
		return answer(stream, n, err)
	}
	return status.Errorf(codes.Unimplemented, "gsdms does not support the command %s", wrapped.MessageName())
}

// answer says how many rows a statement has added.
func answer(stream rpc.FlightService_DoPutServer, rows int64, err error) error {
	if err != nil {
		return err
	}
	text, err := proto.Marshal(&pb.DoPutUpdateResult{RecordCount: rows})
	if err != nil {
		return err
	}
	return stream.Send(&rpc.PutResult{AppMetadata: text})
}

// bind gives a prepared statement the values that a client sends.
func (s *commands) bind(name string, from *replay) error {
	c, err := s.begin(from.Context(), id{})
	if err != nil {
		return err
	}
	defer c.end()
	h, err := s.handles.find(name, c.visitor.user)
	if err != nil {
		return err
	}
	rows, err := h.read(from)
	if err == nil {
		h.bind(rows)
	}
	return err
}

// updatePrepared runs a prepared statement with each row of values that comes.
func (s *commands) updatePrepared(name string, from *replay) (int64, error) {
	c, err := s.begin(from.Context(), id{})
	if err != nil {
		return 0, err
	}
	defer c.end()
	h, err := s.handles.find(name, c.visitor.user)
	if err != nil {
		return 0, err
	}
	if h.params > 0 && len(from.first.GetDataHeader()) > 0 {
		sent, err := h.read(from)
		if err != nil {
			return 0, err
		}
		return c.updateAll(h.text, sent)
	}
	bound, err := h.bound()
	if err != nil {
		return 0, err
	}
	return c.updateAll(h.text, bound)
}

// read reads rows of values for the statement's parameters.
func (h *handle) read(from *replay) (rows [][]plan.Value, err error) {
	reader, err := openReader(from)
	if err != nil {
		return nil, err
	}
	defer reader.Release()
	return valuesOf(reader, h.params)
}

// openReader reads the records that a client sends.
func openReader(from *replay) (*rpc.Reader, error) {
	reader, err := rpc.NewRecordReader(from, ipc.WithAllocator(&bounded{}), ipc.WithDelayReadSchema(true))
	if err != nil {
		return nil, status.Errorf(codes.InvalidArgument, "read the Arrow records: %s", err)
	}
	return reader, nil
}

// bounded gives a reader of records no more memory than a few messages need: what is in a
// message may say that it is much longer than it is, where it is compressed.
type bounded struct {
	memory.GoAllocator
	held atomic.Int64
}

const mostUnpacked = 4 * setting.MaxPacket

// Allocate implements memory.Allocator.
func (b *bounded) Allocate(size int) []byte {
	b.charge(size)
	return b.GoAllocator.Allocate(size)
}

// Reallocate implements memory.Allocator.
func (b *bounded) Reallocate(size int, from []byte) []byte {
	b.charge(size - len(from))
	return b.GoAllocator.Reallocate(size, from)
}

// Free implements memory.Allocator.
func (b *bounded) Free(from []byte) { b.held.Add(-int64(len(from))) }

func (b *bounded) charge(size int) {
	if size > mostUnpacked || b.held.Add(int64(size)) > mostUnpacked {
		panic(fmt.Sprintf("Arrow records with more than %d bytes at a time", mostUnpacked))
	}
}

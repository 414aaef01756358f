package flight

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"syscall"
	"testing"
	"time"

	rpc "github.com/apache/arrow/go/v15/arrow/flight"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"gsdms/sql"
	"gsdms/sql/wire/wiretest"
)

// BenchmarkRows is the rows of a table of four columns: by a client that looks at no more
// than where frames of HTTP end, as the messages of gRPC, and as records of arrow's reader.
// The first shows what the door does, the others beside it what a client takes. Of a bare
// server, which sends a prepared record again and again, it takes what is not the door's.
func BenchmarkRows(b *testing.B) {
	const rows = 1 << 20
	engine := wiretest.Open(b, sql.Config{})
	address, socket := wiretest.Serve(b, NewServer(engine, Options{}).Serve), wiretest.ServeSocket(b, NewServer(engine, Options{}).Serve)
	fill(b, engine, rows)
	readers := []struct {
		name string
		read func(b *testing.B, c *flightsql.Client, t *rpc.Ticket) (total int64)
	}{
		{"bytes", func(b *testing.B, _ *flightsql.Client, t *rpc.Ticket) int64 { return readBytes(b, address, t) }},
		{"messages", readMessages},
		{"records", readRecords},
	}
	for _, q := range []struct{ name, query string }{{"numbers", "SELECT n, x, n + 1, x FROM big"}, {"all", "SELECT * FROM big"}} {
		for _, r := range readers {
			b.Run(q.name+"/"+r.name, func(b *testing.B) {
				client := connect(b, address)
				measure(b, rows, func() int64 { return r.read(b, client, ticket(b, client, q.query)) })
			})
		}
		b.Run(q.name+"/records by a socket", func(b *testing.B) {
			client := connect(b, "unix:"+socket)
			measure(b, rows, func() int64 { return readRecords(b, client, ticket(b, client, q.query)) })
		})
		b.Run(q.name+"/records of a bare server", func(b *testing.B) {
			s := bareOf(b, connect(b, address), q.query)
			client := connect(b, wiretest.Serve(b, s.serve))
			measure(b, rows, func() int64 { return readRecords(b, client, &rpc.Ticket{}) })
		})
	}
}

// ticket asks for a query's flight.
func ticket(b *testing.B, c *flightsql.Client, query string) *rpc.Ticket {
	info, err := c.Execute(context.Background(), query)
	if err != nil {
		b.Fatal(err)
	}
	return info.Endpoint[0].Ticket
}

// measure says what reading so many rows takes, by a function that gives their bytes.
func measure(b *testing.B, rows float64, read func() int64) {
	total, before := int64(0), processor()
	for b.Loop() {
		size := read()
		b.SetBytes(size)
		total += size
	}
	b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric((processor()-before).Seconds()*1e9/float64(total), "cpu-s/GB")
}

// fill makes a table of so many rows.
func fill(b *testing.B, engine *sql.Engine, rows int) {
	s := engine.NewSession()
	texts := []string{
		"CREATE TABLE big (n BIGINT NOT NULL, x DOUBLE NOT NULL, d DATE NOT NULL, s VARCHAR(20) NOT NULL)",
		"INSERT INTO big VALUES (1, 1.25, '2020-01-01', 'a text of some'), (20000, 123456.25, '1999-12-31', 'another'), (-4, 0.5, '2024-02-29', ''), (77, -3.75, '2001-01-01', 'the last one')",
	}
	for n := 4; n < rows; n *= 2 {
		texts = append(texts, "INSERT INTO big SELECT n + 1, x, d, s FROM big")
	}
	for _, text := range texts {
		if _, err := s.Query(context.Background(), text); err != nil {
			b.Fatal(err)
		}
	}
}

// processor is the processor time of this process.
func processor() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // it fails for no process's own
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// readMessages reads the messages of a result, and gives the bytes of their bodies.
func readMessages(b *testing.B, c *flightsql.Client, t *rpc.Ticket) (total int64) {
	stream, err := c.Client.DoGet(context.Background(), t)
	if err != nil {
		b.Fatal(err)
	}
	for {
		data, err := stream.Recv()
		if err == io.EOF {
			return total
		}
		if err != nil {
			b.Fatal(err)
		}
		total += int64(len(data.DataBody))
	}
}

// readRecords reads the records of a result, and gives the bytes of their buffers.
func readRecords(b *testing.B, c *flightsql.Client, t *rpc.Ticket) (total int64) {
	r, err := c.DoGet(context.Background(), t)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Release()
	for r.Next() {
		for _, column := range r.Record().Columns() {
			for _, buffer := range column.Data().Buffers() {
				if buffer != nil {
					total += int64(buffer.Len())
				}
			}
		}
	}
	if r.Err() != nil {
		b.Fatal(r.Err())
	}
	return total
}

// bare sends a record as often as it takes to send a number of bytes.
type bare struct {
	rpc.BaseFlightServer
	schema, record *rpc.FlightData
	bytes          int64
}

// DoGet implements rpc.FlightServer.
func (s *bare) DoGet(_ *rpc.Ticket, stream rpc.FlightService_DoGetServer) error {
	err := stream.Send(s.schema)
	for sent := int64(0); sent < s.bytes && err == nil; sent += int64(len(s.record.DataBody)) {
		err = stream.Send(s.record)
	}
	return err
}

// bareOf makes a bare server of a query's first record, for as many bytes as it has in all.
func bareOf(b *testing.B, c *flightsql.Client, query string) *bare {
	stream, err := c.Client.DoGet(context.Background(), ticket(b, c, query))
	if err != nil {
		b.Fatal(err)
	}
	s := &bare{}
	for {
		data, err := stream.Recv()
		if err == io.EOF {
			return s
		}
		if err != nil {
			b.Fatal(err)
		}
		if s.schema == nil {
			s.schema = data
		} else if s.record == nil {
			s.record = data
		}
		s.bytes += int64(len(data.DataBody))
	}
}

// serve serves until ctx ends.
func (s *bare) serve(ctx context.Context, l ...net.Listener) error {
	g := grpc.NewServer(grpc.WriteBufferSize(writeBytes))
	rpc.RegisterFlightServiceServer(g, s)
	context.AfterFunc(ctx, g.Stop)
	return g.Serve(l[0])
}

// readBytes fetches a result by a connection of its own that has room for all of it at once,
// and gives its bytes.
func readBytes(b *testing.B, address string, t *rpc.Ticket) (total int64) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Write(askGet(b, t)); err != nil {
		b.Fatal(err)
	}
	in, have := make([]byte, 1<<20), 0
	for {
		n, err := c.Read(in[have:])
		if err != nil {
			b.Fatal(err)
		}
		have += n
		at := 0
		for at+frameHead <= have {
			size := int(in[at])<<16 | int(in[at+1])<<8 | int(in[at+2])
			if at+frameHead+size > have {
				break
			}
			switch kind, flags := http2.FrameType(in[at+3]), http2.Flags(in[at+4]); {
			case kind == http2.FrameData:
				total += int64(size)
			case kind == http2.FrameHeaders && flags.Has(http2.FlagHeadersEndStream):
				if total == 0 {
					b.Fatal("there are no rows")
				}
				return total
			case kind == http2.FramePing && !flags.Has(http2.FlagPingAck):
				pong(b, c, in[at+frameHead:])
			}
			at += frameHead + size
		}
		have = copy(in, in[at:have])
	}
}

// frameHead is how long the head of a frame of HTTP/2 is.
const frameHead = 9

// pong answers a ping.
func pong(b *testing.B, c net.Conn, data []byte) {
	if err := http2.NewFramer(c, nil).WritePing(true, [8]byte(data)); err != nil {
		b.Error(err)
	}
}

// askGet is what a client of HTTP/2 sends that calls DoGet.
func askGet(b *testing.B, t *rpc.Ticket) []byte {
	ticket, err := proto.Marshal(t)
	if err != nil {
		b.Fatal(err)
	}
	var out, head bytes.Buffer
	fmt.Fprint(&out, http2.ClientPreface)
	names := hpack.NewEncoder(&head)
	for _, f := range [][2]string{
		{":method", "POST"}, {":scheme", "http"}, {":path", "/arrow.flight.protocol.FlightService/DoGet"}, {":authority", "here"},
		{"content-type", "application/grpc"}, {"te", "trailers"},
	} {
		if err := names.WriteField(hpack.HeaderField{Name: f[0], Value: f[1]}); err != nil {
			b.Fatal(err)
		}
	}
	const window = 1<<31 - 1
	message := binary.BigEndian.AppendUint32([]byte{0}, uint32(len(ticket))) // not compressed
	f := http2.NewFramer(&out, nil)
	for _, err := range []error{
		f.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: window}),
		f.WriteWindowUpdate(0, window-65535),
		f.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: head.Bytes(), EndHeaders: true}),
		f.WriteData(1, true, append(message, ticket...)),
	} {
		if err != nil {
			b.Fatal(err)
		}
	}
	return out.Bytes()
}

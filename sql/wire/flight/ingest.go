package flight

import (
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"gsdms/plan"
	"gsdms/pushscan/load/schema"
	"gsdms/sql/parse"
)

// ingestCommand is the command of later versions of the protocol that appends rows to a
// table: arrow's package does not have it yet.
const ingestCommand protoreflect.FullName = "arrow.flight.protocol.sql.CommandStatementIngest"

// ingest is what the command asks for.
type ingest struct {
	missing, there   uint64 // what to do with a table that is not there, or is
	schema, table    string
	temporary, inTxn bool
}

// What to do, by the numbers of the protocol.
const (
	missingCreate = 1
	thereAppend   = 2
)

// parseIngest reads the command.
func parseIngest(b []byte) (in ingest, err error) {
	err = eachField(b, func(number protowire.Number, value uint64, text []byte) error {
		switch number {
		case 1:
			return eachField(text, func(number protowire.Number, value uint64, _ []byte) error {
				switch number {
				case 1:
					in.missing = value
				case 2:
					in.there = value
				}
				return nil
			})
		case 2:
			in.table = string(text)
		case 3:
			in.schema = string(text)
		case 5:
			in.temporary = value != 0
		case 6:
			in.inTxn = len(text) > 0
		}
		return nil
	})
	return in, err
}

// eachField visits the fields of a message: numbers, and what has a length.
func eachField(b []byte, visit func(protowire.Number, uint64, []byte) error) error {
	for len(b) > 0 {
		number, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return protowire.ParseError(n)
		}
		b = b[n:]
		var value uint64
		var text []byte
		switch kind {
		case protowire.VarintType:
			value, n = protowire.ConsumeVarint(b)
		case protowire.BytesType:
			text, n = protowire.ConsumeBytes(b)
		default:
			n = protowire.ConsumeFieldValue(number, kind, b)
		}
		if n < 0 {
			return protowire.ParseError(n)
		}
		if err := visit(number, value, text); err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

// ingestPath appends the records of a stream to the table that a path names.
func (s *commands) ingestPath(path []string, from *replay) error {
	switch len(path) {
	case 1:
		return s.ingest(ingest{table: path[0]}, from)
	case 2:
		return s.ingest(ingest{schema: path[0], table: path[1]}, from)
	case 3:
		return s.ingest(ingest{schema: path[1], table: path[2]}, from)
	}
	return status.Errorf(codes.InvalidArgument, "the path %s has %d parts: it is a table, a schema and a table, or a catalog before these", strings.Join(path, "/"), len(path))
}

// ingestBy does what the command asks for.
func (s *commands) ingestBy(command []byte, from *replay) error {
	in, err := parseIngest(command)
	if err != nil {
		return status.Errorf(codes.InvalidArgument, "read the command: %s", err)
	}
	switch {
	case in.inTxn:
		return noTransaction([]byte{1})
	case in.temporary:
		return status.Error(codes.Unimplemented, "gsdms has no temporary tables")
	}
	return s.ingest(in, from)
}

// ingest appends the records of a stream to a table, all of them or none, and answers with
// their number.
func (s *commands) ingest(in ingest, from *replay) error {
	c, err := s.begin(from.Context(), id{})
	if err != nil {
		return err
	}
	defer c.end()
	if in.schema != "" {
		back, err := c.session.In(in.schema)
		defer back()
		if err != nil || strings.EqualFold(in.schema, "information_schema") {
			return status.Errorf(codes.NotFound, "Unknown database '%s'; the tables are in %s", in.schema, s.engine.Database())
		}
	}
	reader, err := openReader(from)
	if err != nil {
		return err
	}
	defer reader.Release()
	if err := c.prepareTable(in, reader.Schema()); err != nil {
		return err
	}
	rows, err := c.session.AppendArrow(c.ctx, in.table, reader)
	return answer(from.FlightService_DoPutServer, rows, c.ended(err))
}

// prepareTable makes the table of a command that wants it made, and refuses what is not
// appending to one.
func (c *call) prepareTable(in ingest, fields *arrow.Schema) error {
	if in.missing != missingCreate && (in.there == 0 || in.there == thereAppend) {
		return nil // a table that is not there is refused by appending
	}
	_, err := c.session.Describe(c.ctx, "SELECT * FROM "+quoted(in.table), nil)
	switch there := err == nil; {
	case !there && !parse.IsCode(err, parse.CodeUnknownTable):
		return err
	case there && in.there == thereAppend, !there && in.missing != missingCreate:
		return nil
	case there && in.there > thereAppend:
		return status.Error(codes.Unimplemented, "gsdms does not replace tables by ingesting: DROP or TRUNCATE it first, and append")
	case there:
		return status.Errorf(codes.AlreadyExists, "Table '%s' already exists", in.table)
	}
	text, err := createText(in.table, fields)
	if err == nil {
		_, err = c.update(text, nil)
	}
	return err
}

// createText is the statement that makes a table for the fields of records.
func createText(table string, fields *arrow.Schema) (string, error) {
	var parts []string
	for _, f := range fields.Fields() {
		t := schema.ColumnType(f.Type)
		kind := t.String()
		switch {
		case t.Kind == plan.Null:
			return "", status.Errorf(codes.InvalidArgument, "the field %s has the type %s, for which there is no column", f.Name, f.Type)
		case t.Kind == plan.String && !t.Bytes():
			kind = "TEXT"
		}
		if !f.Nullable {
			kind += " NOT NULL"
		}
		parts = append(parts, quoted(f.Name)+" "+kind)
	}
	return "CREATE TABLE " + quoted(table) + " (" + strings.Join(parts, ", ") + ")", nil
}

// quoted is a name in backquotes.
func quoted(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

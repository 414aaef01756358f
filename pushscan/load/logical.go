package load

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"github.com/apache/thrift/lib/go/thrift"
)

// newerTypes are the logical types of Parquet that its reader does not know, by their
// numbers in the format's LogicalType. At one of them the reader panics.
var newerTypes = map[int16]string{9: "INTERVAL", 16: "VARIANT", 17: "GEOMETRY", 18: "GEOGRAPHY"}

// lastKnownType is the largest number that the reader knows.
const lastKnownType = 15

// checkLogicalTypes refuses a Parquet file that has a field of a logical type that the
// reader does not know. What it cannot read is left to the reader.
func checkLogicalTypes(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	tail := make([]byte, 8)
	if _, err := f.ReadAt(tail, info.Size()-8); err != nil || string(tail[4:]) != "PAR1" {
		return nil
	}
	size := int64(binary.LittleEndian.Uint32(tail))
	if size > info.Size()-8 {
		return nil
	}
	footer := make([]byte, size)
	if _, err := f.ReadAt(footer, info.Size()-8-size); err != nil {
		return nil
	}
	memory := thrift.NewTMemoryBufferLen(0)
	if _, err := memory.Write(footer); err != nil {
		return err
	}
	w := footerWalk{p: thrift.NewTCompactProtocolConf(memory, nil)}
	var unknown *unknownTypeError
	if err := w.fields(w.metadata); errors.As(err, &unknown) {
		return unknown
	}
	return nil
}

// unknownTypeError names a field's logical type.
type unknownTypeError struct {
	field string
	id    int16
}

// Error implements error.
func (e *unknownTypeError) Error() string {
	name := newerTypes[e.id]
	if name == "" {
		name = fmt.Sprintf("number %d", e.id)
	}
	return fmt.Sprintf("field %q has the logical type %s, which gsdms does not read: write the file without that field, or as another type", e.field, name)
}

// footerWalk goes through the metadata of a Parquet file to the logical types.
type footerWalk struct {
	p    thrift.TProtocol
	name string // of the field at hand
}

// fields gives each field of a struct to take, which skips or reads it.
func (w *footerWalk) fields(take func(id int16, t thrift.TType) error) error {
	ctx := context.Background()
	if _, err := w.p.ReadStructBegin(ctx); err != nil {
		return err
	}
	for {
		_, t, id, err := w.p.ReadFieldBegin(ctx)
		if err != nil {
			return err
		}
		if t == thrift.STOP {
			return w.p.ReadStructEnd(ctx)
		}
		if err := take(id, t); err != nil {
			return err
		}
	}
}

// metadata takes a field of FileMetaData: 2 is the list of the schema's elements.
func (w *footerWalk) metadata(id int16, t thrift.TType) error {
	ctx := context.Background()
	if id != 2 || t != thrift.LIST {
		return w.p.Skip(ctx, t)
	}
	_, n, err := w.p.ReadListBegin(ctx)
	for i := 0; i < n && err == nil; i++ {
		err = w.fields(w.element)
	}
	return err
}

// element takes a field of SchemaElement: 4 is its name, 10 its logical type.
func (w *footerWalk) element(id int16, t thrift.TType) (err error) {
	switch {
	case id == 4 && t == thrift.STRING:
		w.name, err = w.p.ReadString(context.Background())
		return err
	case id == 10 && t == thrift.STRUCT:
		return w.fields(w.logical)
	}
	return w.p.Skip(context.Background(), t)
}

// logical takes the one field of LogicalType, whose number is the type.
func (w *footerWalk) logical(id int16, t thrift.TType) error {
	if newerTypes[id] != "" || id > lastKnownType {
		return &unknownTypeError{field: w.name, id: id}
	}
	return w.p.Skip(context.Background(), t)
}

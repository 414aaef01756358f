package flight

import (
	"encoding/binary"
	"fmt"

	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/proto" // the codec that others than frames have
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
)

// frame is a message of Arrow as FlightData has it: a header, and the buffers of a record
// one behind the other. They go to the network from where they are.
type frame struct {
	header []byte
	body   [][]byte
	size   int // of the body
}

// Write implements io.Writer for what gives a frame its body. The bytes must stay as they are.
func (f *frame) Write(b []byte) (int, error) {
	f.body, f.size = append(f.body, b), f.size+len(b)
	return len(b), nil
}

// The fields of FlightData.
const (
	dataHeader = 2
	dataBody   = 1000
)

// buffers is the frame as a message.
func (f *frame) buffers() mem.BufferSlice {
	head := protowire.AppendTag(nil, dataHeader, protowire.BytesType)
	head = protowire.AppendBytes(head, f.header)
	if f.size > 0 {
		head = protowire.AppendTag(head, dataBody, protowire.BytesType)
		head = binary.AppendUvarint(head, uint64(f.size))
	}
	out := append(make(mem.BufferSlice, 0, len(f.body)+1), mem.SliceBuffer(head))
	for _, b := range f.body {
		out = append(out, mem.SliceBuffer(b))
	}
	return out
}

// codec writes frames as they are, and other messages as they were always written.
type codec struct{ encoding.CodecV2 }

func newCodec() codec { return codec{encoding.GetCodecV2("proto")} }

// Marshal implements encoding.CodecV2.
func (c codec) Marshal(message any) (mem.BufferSlice, error) {
	f, ok := message.(*frame)
	if !ok {
		return c.CodecV2.Marshal(message)
	}
	if int64(f.size)+int64(len(f.header)) > 1<<31-1 {
		return nil, fmt.Errorf("a record of %d bytes is longer than a message can be", f.size)
	}
	return f.buffers(), nil
}

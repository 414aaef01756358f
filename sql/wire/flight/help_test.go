package flight

import (
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	rpc "github.com/apache/arrow/go/v15/arrow/flight"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// schemaOf reads a schema as a message has it.
func schemaOf(t *testing.T, text []byte) *arrow.Schema {
	t.Helper()
	s, err := rpc.DeserializeSchema(text, memory.DefaultAllocator)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

package load

import (
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/metadata"
)

// unreadPagesError says how a column of a Parquet file that is not damaged is written so that
// its reader does not read it.
type unreadPagesError struct{ field, what string }

// Error implements error.
func (e *unreadPagesError) Error() string {
	return fmt.Sprintf("field %q is written with %s, which gsdms does not read: write the file with another, such as zstd and plain values, or pass over the field", e.field, e.what)
}

// checkPages refuses columns of a Parquet file whose compression or encoding its reader does not
// know: it would say nothing, or that the file is damaged.
func checkPages(m *metadata.FileMetaData, columns []int) error {
	for group := range m.RowGroups {
		for _, i := range columns {
			c, err := m.RowGroup(group).ColumnChunk(i)
			if err != nil {
				return err
			}
			if what := unread(c); what != "" {
				return &unreadPagesError{m.Schema.Column(i).Path(), what}
			}
		}
	}
	return nil
}

// byteStreamSplit is the number of an encoding in the format's Encoding, of which the reader gives
// no values.
const byteStreamSplit = parquet.Encoding(9)

// unread names what the reader does not know of a column's pages, "" for nothing.
func unread(c *metadata.ColumnChunkMetaData) string {
	if _, err := compress.GetCodec(c.Compression()); err != nil {
		return "the compression " + c.Compression().String()
	}
	if slices.Contains(c.Encodings(), byteStreamSplit) {
		return "the encoding BYTE_STREAM_SPLIT"
	}
	return ""
}

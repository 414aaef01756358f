package snapshot

import (
	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/plan"
)

func arrowType(s plan.Storage) arrow.DataType {
	switch {
	case s.Float:
		return arrow.PrimitiveTypes.Float64
	case s.Width == 1:
		return arrow.PrimitiveTypes.Uint8
	case s.Width == 2:
		return arrow.PrimitiveTypes.Uint16
	case s.Width == 4:
		return arrow.PrimitiveTypes.Uint32
	}
	return arrow.PrimitiveTypes.Uint64
}

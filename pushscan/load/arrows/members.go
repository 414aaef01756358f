package arrows

import (
	"fmt"
	"math"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/plan"
)

// listing is Schema with a dictionary for each ENUM: a file has one for all records, which is
// known before the rows.
func listing(columns []plan.Output) *arrow.Schema {
	fields := Schema(columns).Fields()
	for i, c := range columns {
		if c.Type.Enum() {
			index := placesOf(len(c.Type.Members()))
			fields[i].Type = &arrow.DictionaryType{IndexType: index, ValueType: arrow.BinaryTypes.String, Ordered: true}
		}
	}
	return arrow.NewSchema(fields, nil)
}

// placesOf is the narrowest type for places of so many members.
func placesOf(members int) arrow.DataType {
	switch {
	case members <= math.MaxInt8+1:
		return arrow.PrimitiveTypes.Int8
	case members <= math.MaxInt16+1:
		return arrow.PrimitiveTypes.Int16
	}
	return arrow.PrimitiveTypes.Int32
}

// list gives the dictionaries of records the members of the columns' ENUMs.
func (r *recordWriter) list(columns []plan.Output) error {
	r.members = make([]map[string]bool, len(columns))
	for i, c := range columns {
		to, ok := r.builder.Field(i).(*array.BinaryDictionaryBuilder)
		if !ok {
			continue
		}
		r.members[i] = map[string]bool{}
		texts := array.NewStringBuilder(memory.DefaultAllocator)
		defer texts.Release()
		for _, member := range c.Type.Members() {
			r.members[i][member] = true
			texts.Append(member)
		}
		if err := to.InsertStringDictValues(texts.NewStringArray()); err != nil {
			return fmt.Errorf("list the members of column %s: %w", c.Name, err)
		}
	}
	return nil
}

// appendMember appends a member of an ENUM.
func (r *recordWriter) appendMember(to *array.BinaryDictionaryBuilder, column int, v *plan.Vector, row int) error {
	if v.IsNull(row) {
		to.AppendNull()
		return nil
	}
	text := v.Value(row).Text
	if !r.members[column][text] {
		return fmt.Errorf("%q is no member of the ENUM: CAST(… AS CHAR) gives it as text", text)
	}
	return to.AppendString(text)
}

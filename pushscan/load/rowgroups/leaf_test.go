package rowgroups

import (
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

// A member of a structure is read by its own levels: NULL where there is no structure, null where it is NULL
// itself. One with more or fewer entries than there are rows is damaged.
func TestPartsOfStructures(t *testing.T) {
	x, y := schema.NewInt32Node("x", parquet.Repetitions.Required, -1), schema.NewInt32Node("y", parquet.Repetitions.Optional, -1)
	root := schema.FieldList{schema.MustGroup(schema.NewGroupNode("s", parquet.Repetitions.Optional, schema.FieldList{x, y}, -1))}
	xs := entries([]int32{1, 2}, []int16{1, 0, 1}, nil)
	for rows, want := range map[int64]string{3: "[null NULL 7] <nil>", 2: errBehind.Error(), 4: errLevels.Error()} {
		f, err := Open(written(t, root, xs, entries([]int32{7}, []int16{1, 0, 2}, nil)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		f.file.Groups[0].Rows = rows // there are 3
		defer f.Close()
		column := plan.Column{Name: "part", Type: plan.Type{Kind: plan.String, Name: value.JSONName}, Nullable: true, Part: &plan.Part{Column: "S", Path: "$.y"}}
		none := column
		if none.Part = &(plan.Part{Column: "s", Path: "$.z"}); f.AddPart(none) || !f.AddPart(column) {
			t.Fatal("it has y and not z")
		}
		l, err := layout.New(store.Definition{Columns: []plan.Column{column}}, []string{"", column.Name})
		if err != nil {
			t.Fatal(err)
		}
		p := NewParts([]plan.Column{column}, Options{})
		if err := p.Add(f, l, 0); err != nil {
			t.Fatal(err)
		}
		var known, got []string
		err = p.Texts(t.Context(), 0, 0, func(texts []string, _ bool) (numbers []uint32, err error) {
			for _, text := range texts {
				numbers, known = append(numbers, uint32(len(known))), append(known, strings.Clone(text))
			}
			return numbers, nil
		}, func(_ int, of ingest.Numbered) error {
			for i, at := range of.Rows {
				if of.Nulls != nil && of.Nulls[i] {
					got = append(got, "NULL")
					continue
				}
				if of.Words != nil {
					at = of.Words[at]
				}
				got = append(got, known[at])
			}
			return nil
		})
		if shown := fmt.Sprint(got, " ", err); !strings.Contains(shown, want) {
			t.Errorf("%s, want %s", shown, want)
		}
	}
}

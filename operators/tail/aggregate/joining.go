package aggregate

import (
	"slices"
	"strings"
	"unsafe"

	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/value"
)

// joining puts texts together. Where equal ones count once, but come in another order than
// theirs, those that came are kept in mind.
type joining struct {
	fn   *Function
	text strings.Builder
	any  bool
	once bool            // equal texts count once, and do not come one after another
	seen map[string]bool // of these
	kept int64           // bytes of what is seen

	charged int64
	given   int64  // bytes of the texts that came
	near    uint64 // of no meaning: what has been read to have it near
}

func newJoining(fn *Function) Folder {
	of := fn.agg.Gathered
	beside := len(fn.args) == 1 && !slices.ContainsFunc(of.Order, func(k plan.GatherBy) bool { return !plan.Equal(k.Expr, fn.agg.Arg) })
	return &joining{fn: fn, once: of.Distinct && !beside}
}

// seenBytes is what a text takes in a map, besides its bytes.
const seenBytes = 48

func (f *joining) Uncharged() int64 { return int64(f.text.Cap()) + f.kept - f.charged }

func (f *joining) Charge(t *team.Team) error {
	more := f.Uncharged()
	f.charged += more
	return t.Take(more)
}

func (f *joining) Passed() int64 { return f.given }

func (f *joining) Add(row int) {
	if f.once && !f.fresh(row) {
		return
	}
	f.join()
	for _, v := range f.fn.args {
		one := textAt(v, row)
		f.given += int64(len(one))
		f.text.WriteString(one)
	}
}

// addSeveral adds rows of a column of codes, the texts of all together: these lie all over memory, and so
// the processor waits for one while it waits for the others. It is false where they are added one by one.
func (f *joining) addSeveral(rows []int32) bool {
	if f.once || f.fn.texts == nil {
		return false
	}
	var texts [severalRows][]byte
	codes := f.fn.args[0].Ints
	for i, row := range rows {
		texts[i] = f.fn.texts.Bytes(int(codes[row]))
	}
	for _, text := range texts[:len(rows)] {
		if len(text) > 0 {
			f.near += uint64(text[0])
		}
	}
	for _, text := range texts[:len(rows)] {
		f.join()
		f.given += int64(len(text))
		f.text.Write(text)
	}
	return true
}

// join begins another text.
func (f *joining) join() {
	if f.any {
		f.text.WriteString(f.fn.agg.Gathered.Option.Text)
	}
	f.any = true
}

// textAt is the text in a row of a column, where it lies.
func textAt(v *plan.Vector, row int) string {
	switch {
	case v.Texts != nil:
		return v.Texts[row]
	case v.Dict != nil && v.Type.Kind == plan.String:
		text := v.Dict.Bytes(int(v.Ints[row]))
		return unsafe.String(unsafe.SliceData(text), len(text))
	}
	return v.Value(row).Text
}

// fresh reports whether the text of a row has not come yet.
func (f *joining) fresh(row int) bool {
	one := textAt(f.fn.args[0], row)
	for _, v := range f.fn.args[1:] {
		one += textAt(v, row)
	}
	f.given += int64(len(one))
	if f.seen[one] {
		return false
	}
	if f.seen == nil {
		f.seen = map[string]bool{}
	}
	f.seen[one] = true
	f.kept += int64(len(one)) + seenBytes
	return true
}

func (f *joining) Value() plan.Value {
	if !f.any {
		return plan.Value{}
	}
	return value.OfString(f.text.String())
}

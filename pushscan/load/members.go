package load

import (
	"errors"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/objects"
	"gsdms/pushscan/store"
)

// look finds the fields of a JSON text: the members of its first objects, and what else a later
// one may have, since the table has a column of that name which is NULL without (not what its folder
// says), or it is passed over by name. Where columns are listed, other members are passed over.
func (s *Sniffed) look(def store.Definition, opts Options) error {
	in, err := openInput(*s, opts.Roots)
	if err != nil {
		return err
	}
	defer in.Close()
	if s.members, err = objects.Look(in, SampleBytes, delimited.MaxRecord); err != nil {
		return readError(*s, err)
	}
	later := slices.Clone(opts.Others)
	for _, c := range def.Columns {
		if c.Nullable && !c.Computed() && (c.Default == nil || c.Default.IsNull()) && !isInFolders(s.Path, c.Name) {
			later = append(later, c.Name)
		}
	}
	for _, name := range later {
		if !slices.ContainsFunc(s.members, func(f objects.Field) bool { return strings.EqualFold(f.Name, name) }) {
			s.members = append(s.members, objects.Field{Name: name})
		}
	}
	for _, f := range s.members {
		name := f.Name
		if opts.Columns != nil && !slices.ContainsFunc(opts.Columns, func(c string) bool { return strings.EqualFold(c, name) }) {
			name = "@" + name
		}
		s.Fields = append(s.Fields, name)
	}
	return nil
}

// lines gives a JSON text as lines of its fields. What goes to a column of JSON stays as it is, and
// what goes to none is written only where wrong records are asked for.
func (s Sniffed) lines(in *input, l *layout.Layout, opts Options) *objects.Lines {
	whole, unused := make([]bool, len(l.Fields)), make([]bool, len(l.Fields))
	for i, column := range l.Fields {
		unused[i] = column < 0 && opts.Rejected == nil
		whole[i] = column >= 0 && l.Table.Columns[column].Type.Name == value.JSONName
	}
	return objects.New(in.plain, objects.Names(s.members), whole, unused, opts.Columns != nil, delimited.MaxRecord)
}

// memberTypes finds the types of a JSON text's fields: that of a text is DATE, DATETIME or TIME
// if all are written so, else VARCHAR, whatever it looks like; what is an object or an array in some
// objects is JSON.
func memberTypes(s Sniffed, opts Options) ([]plan.Type, error) {
	if len(s.members) == 0 {
		return nil, errors.New("it has no object with a member")
	}
	types := make([]plan.Type, len(s.members))
	for i, f := range s.members {
		text := plan.Type{Kind: plan.String, Name: "VARCHAR"}
		switch found := narrowest(f.Values, newDialect(s, opts)); {
		case f.Parts:
			types[i] = plan.Type{Kind: plan.String, Name: value.JSONName}
		case f.Texts && found.Kind != plan.Date && found.Kind != plan.DateTime && found.Kind != plan.Time:
			types[i] = text
		default:
			types[i] = found
		}
	}
	return types, nil
}

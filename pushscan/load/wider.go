package load

import (
	"context"
	"errors"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/store"
)

// enoughRejects is how many values of columns that are widened already Wider reads past: it is
// there for the other columns, and the next reading finds what it has not.
const enoughRejects = 1 << 12

// Wider gives the definition that Infer or Describe has proposed for files with wider types, where
// reading them has ended with err because a value behind the sample is not of its column's type:
// the column of that value, and those of others that one more reading meets, take these, too. ok
// is false, and nothing is read, where err is something else, or no type is wider. What it gives
// may still be too narrow: then it is to be called again. Without texts no column becomes one of texts:
// a stray letter among numbers would make their sum another one without a word. Where err is a field that
// none of the columns has, of an object of JSON or of a later file, the definition has columns for all such
// of the file behind the others.
func Wider(ctx context.Context, paths []string, def store.Definition, opts Options, err error, texts bool) (wider store.Definition, ok bool) {
	var unknown *unknownFields
	if errors.As(err, &unknown) {
		return grown(ctx, def, unknown.file, opts)
	}
	var wrong *malformed.Error
	if !errors.As(err, &wrong) || !widen(&def, wrong, opts, texts) {
		return def, false
	}
	wider = def
	known := 0
	opts.Progress = nil
	opts.Rejected = func(r delimited.Reject) {
		widened := false
		for _, w := range r.Wrong {
			widened = widen(&wider, w, opts, texts) || widened
		}
		if !widened {
			known++
		}
	}
	src, err := Open(ctx, paths, def, opts)
	if err != nil {
		return wider, true
	}
	defer src.Close()
	for err == nil && known < enoughRejects {
		_, err = src.Next(ctx) // what else is wrong with the files the next reading says
	}
	return wider, true
}

// Late gives the error of a record that was passed over only because a value of it is not of the type
// that was proposed for its column, so that Wider has one that takes it; nil: it is wrong otherwise.
func Late(def store.Definition, r delimited.Reject, opts Options) error {
	for _, w := range r.Wrong {
		if wider := def; widen(&wider, w, opts, true) {
			return w
		}
	}
	return nil
}

// widen gives the column of a value that it does not take a type that does, in a copy of the
// columns; false where there is no such column, as it takes the value already.
func widen(def *store.Definition, wrong *malformed.Error, opts Options, texts bool) bool {
	at := slices.IndexFunc(def.Columns, func(c plan.Column) bool { return strings.EqualFold(c.Name, wrong.Column) })
	if at < 0 || wrong.Met == "" {
		return false
	}
	from, written := def.Columns[at].Type, opts.dates(def.Columns[at].Name)
	if takesAll(from, []string{wrong.Met}, written) {
		return false
	}
	to := widerType(from, wrong.Met, written)
	if to == from || to.Kind == plan.String && !texts {
		return false
	}
	def.Columns = slices.Clone(def.Columns)
	def.Columns[at].Type = to
	return true
}

// isWhole reports whether a type has whole numbers, of which there are more than true and false.
func isWhole(t plan.Type) bool {
	return t.Kind == plan.Int && t.Max > 1<<32 || t.Kind == plan.Unsigned || t.Kind == plan.Decimal && t.Scale == 0
}

// widerType gives the narrowest type that takes a value and all that another type takes.
// A decimal with more digits is a DOUBLE: one whose digits vary is no amount of money.
func widerType(from plan.Type, met string, written dates) plan.Type {
	text := plan.Type{Kind: plan.String, Name: "VARCHAR"}
	to := text
	switch {
	case from.Kind == plan.String:
		return from
	case from.Kind == plan.Int && from.Max > 1<<32 && takesAll(value.UnsignedType(), []string{met}, written):
		return value.UnsignedType()
	case isWhole(from) && isInteger(met) && takesAll(wholeDecimal(len(met)), []string{met}, written):
		return wholeDecimal(len(met))
	case from.Kind == plan.Int && from.Max > 1<<32, from.Kind == plan.Unsigned, from.Kind == plan.Decimal: // less are true and false
		to = plan.Type{Kind: plan.Double, Name: "DOUBLE"}
	case from.Kind == plan.Date:
		to = written.moment([]string{met})
	case from.Kind == plan.DateTime || from.Kind == plan.Time:
		to = schema.Moment(from.Kind, value.MaxFraction)
	}
	if to.Kind == plan.String || !takesAll(to, []string{met}, written) {
		return text
	}
	return to
}

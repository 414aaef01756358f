package load

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/rowgroups"
	"gsdms/pushscan/load/scalar"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/store"
)

// Infer proposes a table for a file: the name from the file's, the columns from the
// header of a text file (which it must have), the members of a JSON text or the schema of a
// Parquet or IPC file, without those that no column holds. All columns may be NULL, none is a key. The
// types of a text's columns come from its first 256 KiB: the narrowest of BOOL (true and false only),
// BIGINT, BIGINT UNSIGNED, DECIMAL (of values of up to 15 digits), DOUBLE, DATE, DATETIME and TIME that takes all values
// there, else VARCHAR; a later value may not fit: see Wider. How they are written is in
// Sniffed.Written, which Open has to be given, and Unclear has those of which that is not known. Of opts.Columns those named are proposed, under these names. Without them those
// of a header are, which have _2 behind them where they are there already, and of which the first 64
// characters are taken; without a header they are column1, column2 and so on, as is one that has no name.
// Sniffed.Under has to give the options to Open with.
func Infer(ctx context.Context, path string, opts Options) (store.Definition, Sniffed, error) {
	def := store.Definition{Name: tableName(path)}
	sniffing := opts
	if opts.Columns == nil && opts.Header == HeaderAuto {
		sniffing.Header = HeaderYes
	}
	s, sample, err := sniff(path, store.Definition{}, sniffing)
	if err != nil {
		return def, s, err
	}
	if opts.Columns == nil && opts.Header == HeaderAuto && s.Format != JSON {
		if err := likeHeader(s); err != nil {
			return def, s, err
		}
		if isBlank(s.Fields) && !hasTyped(s, sample, opts) {
			return def, s, fmt.Errorf("propose a table for %s: the first line is no header: it leaves names out, and all values are texts; create the table first, name the columns, or say what it is (--header yes, no)", path)
		}
	}
	var types []plan.Type
	switch {
	case s.Format.HasSchema():
		types, err = foreignTypes(ctx, &s, opts)
	case s.Format == JSON:
		types, err = memberTypes(s, opts)
	default:
		types, err = textTypes(&s, sample, opts)
	}
	if err != nil {
		return def, s, fmt.Errorf("propose a table for %s: %w", path, err)
	}
	names := opts.Columns
	switch {
	case names == nil && opts.Header == HeaderNo && s.Fields == nil:
		names = numbered(len(types))
	case names == nil && s.Header:
		names = distinct(s.Fields)
	case names == nil || s.Format == JSON:
		names = held(s)
	}
	if len(names) != len(types) {
		return def, s, fmt.Errorf("propose a table for %s: %d columns are given, but there are %d fields", path, len(names), len(types))
	}
	s.nameDays(names)
	def.Columns, err = proposeColumns(names, types, s)
	return def, s, err
}

// Under gives the options to read files with whose table Infer has proposed: where its columns have
// other names than the header, its fields go to them one by one.
func (s Sniffed) Under(opts Options) Options {
	if names := distinct(s.Fields); opts.Columns == nil && s.Header && !sameNames(names, s.Fields) {
		opts.Columns, opts.Header = names, HeaderYes
	}
	return opts
}

// held gives the names of a file's fields, with @ before those that no column holds.
func held(s Sniffed) []string {
	names := slices.Clone(s.Fields)
	for _, u := range s.Unheld {
		names[u.Field] = "@" + u.Name
	}
	return names
}

// proposeColumns names the columns and leaves out those without a name that the
// options pass over.
func proposeColumns(names []string, types []plan.Type, s Sniffed) ([]plan.Column, error) {
	var columns []plan.Column
	seen := map[string]bool{}
	for i, name := range names {
		if s.Fields == nil && name == "" || strings.HasPrefix(name, "@") {
			continue
		}
		lower := strings.ToLower(name)
		if wrong := malformed.Text([]byte(name), 64); name == "" || wrong != "" || seen[lower] {
			advice := "give the columns' names, and no header"
			if s.Format == JSON {
				advice = "names of columns are the same in capitals and small letters, so the member needs another one"
			}
			return nil, fmt.Errorf("propose a table for %s: field %d is named %q: expected a name of its own of at most 64 characters; %s",
				s.Path, i+1, malformed.Name(name), advice)
		}
		seen[lower] = true
		if at := slices.IndexFunc(s.Unheld, func(u Unheld) bool { return u.Field == i }); at >= 0 {
			return nil, fmt.Errorf("propose a table for %s: field %d (%s) has the type %s, which no column of a table holds; a name that begins with @ passes over it",
				s.Path, i+1, name, s.Unheld[at].Type)
		}
		columns = append(columns, plan.Column{Name: name, Type: types[i], Nullable: true})
	}
	if columns == nil && s.Unheld != nil {
		return nil, fmt.Errorf("propose a table for %s: %s, and there is no other", s.Path, s.Unheld[0])
	}
	return columns, nil
}

// likeHeader refuses a first line that holds numbers or dates.
func likeHeader(s Sniffed) error {
	for i, name := range s.Fields {
		_, number := scalar.Double([]byte(name))
		_, date := scalar.DateTime([]byte(name), value.MaxFraction)
		if number || date || isDay(name) {
			return fmt.Errorf("propose a table for %s: the first line is no header: its field %d is %q; create the table first, name the columns, or say that there is no header (--header no)",
				s.Path, i+1, name)
		}
	}
	return nil
}

// isDay reports whether a text is three numbers with two equal signs between them, as days are
// written in many places.
func isDay(text string) bool {
	for _, sign := range []string{"/", ".", "-"} {
		if parts := strings.Split(text, sign); len(parts) == 3 {
			return !slices.ContainsFunc(parts, func(p string) bool { return p == "" || strings.Trim(p, "0123456789") != "" })
		}
	}
	return false
}

// tableName makes a name of a file's.
func tableName(path string) string {
	_, rest := compressionOf(path)
	base := filepath.Base(rest)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// foreignTypes takes the types of a schema.
func foreignTypes(ctx context.Context, s *Sniffed, opts Options) ([]plan.Type, error) {
	source, err := openForeign(ctx, *s, opts)
	if err != nil {
		return nil, err
	}
	fields := source.Schema()
	s.take(fields)
	if f, ok := source.(*rowgroups.File); ok {
		s.Inside = f.Inside()
	}
	var types []plan.Type
	for _, f := range fields.Fields {
		types = append(types, f.Type)
	}
	return types, source.Close()
}

// textTypes finds the types of a text's fields in its sample.
func textTypes(s *Sniffed, sample []byte, opts Options) ([]plan.Type, error) {
	records := s.sampleRows(sample, opts)
	fields := len(s.Fields)
	if fields == 0 && len(records) > 0 {
		fields = len(records[0])
	}
	if fields == 0 {
		return nil, errors.New("it has neither a header nor rows")
	}
	d := newDialect(*s, opts)
	types, texts := make([]plan.Type, fields), make([][]string, fields)
	for field := range types {
		values := valuesOf(records, field)
		if types[field] = narrowest(values, d); types[field].Kind == plan.String && d.Dates == "" {
			texts[field] = values
		}
	}
	s.days = dayColumns(texts)
	s.settleLater(opts)
	for _, day := range s.days {
		if day.form != "" {
			types[day.field] = day.types[day.form]
		}
	}
	return types, nil
}

// sampleRows cuts a sample into the values of its rows. Where wrong records are passed over, those of
// another number of fields than the first one are none.
func (s *Sniffed) sampleRows(sample []byte, opts Options) [][]string {
	records := sampleValues(*s, sample, opts, len(sample))
	if opts.Rejected != nil && len(records) > 0 {
		fields := len(records[0])
		records = slices.DeleteFunc(records, func(r []string) bool { return len(r) != fields })
	}
	if s.Header && len(records) > 0 {
		records = records[1:]
	}
	return records
}

// narrowest gives the first type that takes all values; without values VARCHAR. Digits that begin with a
// zero are a text, or a day that is written so.
func narrowest(values []string, d delimited.Dialect) plan.Type {
	if d.Comma {
		values = slices.Clone(values)
		for i, v := range values {
			values[i] = string(scalar.Pointed([]byte(strings.Trim(v, " ")), d.Thousands))
		}
	}
	candidates := []plan.Type{{Kind: plan.Bool, Name: "BOOL", Max: 1}, schema.Integer("BIGINT"), value.UnsignedType(),
		decimalOf(values), {Kind: plan.Double, Name: "DOUBLE"}, {Kind: plan.Date, Name: "DATE"},
		dates{format: d.Dates}.moment(values), schema.Moment(plan.Time, fractionDigits(values))}
	labels := slices.ContainsFunc(values, isLabel)
	for _, t := range candidates {
		if labels && !(d.Dates != "" && (t.Kind == plan.Date || t.Kind == plan.DateTime)) {
			continue
		}
		if len(values) > 0 && t.Kind != plan.Null && takesAll(t, values, dates{format: d.Dates}) {
			return t
		}
	}
	return plan.Type{Kind: plan.String, Name: "VARCHAR"}
}

// isLabel reports whether a text of digits begins with a zero that a number would lose, as postal codes and
// numbers of telephones do.
func isLabel(text string) bool {
	text = strings.Trim(text, " ")
	return len(text) > 1 && text[0] == '0' && strings.Trim(text, "0123456789") == ""
}

// doubleDigits is how many digits every double has: a number of more is one that a program wrote
// which computes with doubles, and others may have more of them before the point.
const doubleDigits = 15

// decimalOf gives a decimal type with room for the values' digits, the zero Type if
// there is none.
func decimalOf(values []string) plan.Type {
	whole, scale := 1, 0
	for _, v := range values {
		digits := strings.Trim(v, " ")
		if digits != "" && (digits[0] == '-' || digits[0] == '+') {
			digits = digits[1:]
		}
		before, after, _ := strings.Cut(digits, ".")
		whole, scale = max(whole, len(before)), max(scale, len(after))
	}
	if scale == 0 && whole > mostWhole && !slices.ContainsFunc(values, func(v string) bool { return !isInteger(v) }) {
		return wholeDecimal(whole)
	}
	if scale == 0 || whole+scale > doubleDigits {
		return plan.Type{}
	}
	// Later values may be larger: as many digits before the point as 18 in all allow.
	return schema.Decimal(18, scale)
}

// mostWhole is how many digits every whole number of 64 bits has room for.
const mostWhole = 18

// wholeDecimal is the type of whole numbers of more digits than 64 bits hold, the zero Type of too many.
func wholeDecimal(digits int) plan.Type {
	const usual = 38 // of other programs' largest decimals
	switch {
	case digits <= usual:
		return schema.Decimal(usual, 0)
	case digits <= value.MaxPrecision:
		return schema.Decimal(value.MaxPrecision, 0)
	}
	return plan.Type{}
}

// isInteger reports whether a text is digits, maybe behind a sign.
func isInteger(text string) bool {
	text = strings.Trim(text, " ")
	if text != "" && (text[0] == '-' || text[0] == '+') {
		text = text[1:]
	}
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// takesAll reports whether a type takes all values, where dates are written so.
func takesAll(t plan.Type, values []string, written dates) bool {
	c := columns.New(plan.Column{Type: t})
	c.Dates = written.of(t)
	c.Begin(1)
	for _, v := range values {
		if t.Kind == plan.Bool && len(strings.Trim(v, " ")) < len("true") || !c.SetText(0, []byte(v)) {
			return false
		}
	}
	return true
}

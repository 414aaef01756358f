package rowgroups

import (
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/json"
	"gsdms/plan/value"
	"gsdms/pushscan/load/parquet"
	"gsdms/pushscan/load/schema"
)

// form is what of a part a field is.
func (p *File) form(field int) plan.PartForm {
	if at := field - (len(p.file.Fields) - len(p.forms)); at >= 0 {
		return p.forms[at]
	}
	return plan.PartJSON
}

// lengthField is what lengths of lists are.
var lengthField = parquet.Field{Name: "length", Physical: parquet.Int64}

// valuesOf says what the values of a field are that its column gets.
func (p *File) valuesOf(field int) *parquet.Field {
	f := &p.file.Fields[field]
	switch p.form(field) {
	case plan.PartNumber:
		return &f.Nested.Field
	case plan.PartLength:
		return &lengthField
	}
	return f
}

// AddPart adds a field behind the others that a column is a part of. It is false where the file's field is none
// that has it by itself, or has it of another type. A file without the field has no part either.
func (p *File) AddPart(c plan.Column) bool {
	if !slices.ContainsFunc(p.schema.Fields, func(f schema.Field) bool { return strings.EqualFold(f.Name, c.Part.Column) }) {
		return true
	}
	part, t, ok := p.Inside().part(*c.Part)
	if part.Name = c.Name; ok && t == c.Type {
		p.file.Fields = append(p.file.Fields, part)
		p.schema.Fields = append(p.schema.Fields, schema.Field{Name: c.Name, Arrow: formNames[part.Nested.Form], Type: t})
		p.forms = append(p.forms, c.Part.As)
		return true
	}
	return false
}

// Inside is what lies in the fields of a file.
type Inside struct{ file *parquet.File }

// Inside tells what lies in the file's fields.
func (p *File) Inside() *Inside { return &Inside{&parquet.File{Fields: p.file.Fields}} }

// Type is that of a part by itself; ok is false where there is none of this form.
func (in *Inside) Type(part plan.Part) (t plan.Type, ok bool) {
	if in == nil {
		return t, false
	}
	_, t, ok = in.part(part)
	return t, ok
}

// part is Type with the field.
func (in *Inside) part(part plan.Part) (f parquet.Field, t plan.Type, ok bool) {
	at := slices.IndexFunc(in.file.Fields, func(f parquet.Field) bool { return strings.EqualFold(f.Name, part.Column) })
	path, steps := json.Steps(part.Path)
	if at < 0 || !steps {
		return f, t, false
	}
	if f, ok = in.file.Inside(at, path); !ok || f.Outer == nil && part.As != plan.PartLength {
		return f, t, false
	}
	t, ok = formType(f.Nested, part.As)
	return f, t, ok
}

// formType is the type of a column that has a part in a form; ok is false of one that has not.
func formType(n *parquet.Node, as plan.PartForm) (t plan.Type, ok bool) {
	switch as {
	case plan.PartText, plan.PartValue:
		return plan.Type{Kind: plan.String}, n.Form == parquet.Leaf && n.Logical == parquet.Text
	case plan.PartLength:
		return schema.Integer("BIGINT"), n.Form == parquet.List && n.Repeated == 1
	case plan.PartNumber:
		return numberType(n)
	case plan.PartOther:
		_, ok = numberType(n)
	default:
		ok = true
	}
	return plan.Type{Kind: plan.String, Name: value.JSONName}, ok
}

// numberType is the type of numbers, as JSON has them: decimals are doubles there.
func numberType(n *parquet.Node) (t plan.Type, ok bool) {
	switch f := &n.Field; {
	case n.Form != parquet.Leaf:
		return t, false
	case f.Physical == parquet.Float, f.Physical == parquet.Double, f.Logical == parquet.Decimal:
		return plan.Type{Kind: plan.Double, Name: "DOUBLE"}, true
	case f.Physical == parquet.Int32 || f.Physical == parquet.Int64:
		t = schema.ColumnType(arrowType(f))
		return t, t.Kind == plan.Int || t.Kind == plan.Unsigned
	}
	return t, false
}

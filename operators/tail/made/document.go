package made

import (
	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// array gives a JSON array.
func (m *maker) array(args []plan.Expr) (p piece, ok bool) {
	of, between := []piece{constantOf("[")}, ""
	for _, a := range args {
		one, ok := m.orNull(a)
		if !ok {
			return p, false
		}
		of, between = append(of, constantOf(between), one), ", "
	}
	return joinedOf(append(of, constantOf("]"))), true
}

// object gives a JSON object of names, which are constants, and values; of those of one name the last counts.
func (m *maker) object(args []plan.Expr) (p piece, ok bool) {
	values, names := map[string]plan.Expr{}, map[string]any{}
	for i := 0; i < len(args); i += 2 {
		name, ok := args[i].(plan.Const)
		if !ok || name.Value.Kind != plan.String {
			return p, false
		}
		values[name.Value.Text], names[name.Value.Text] = args[i+1], nil
	}
	of, before := []piece{constantOf("{")}, ""
	for _, name := range json.Names(names) {
		one, ok := m.orNull(values[name])
		if !ok {
			return p, false
		}
		of, before = append(of, constantOf(before+json.Quoted(name)+": "), one), ", "
	}
	return joinedOf(append(of, constantOf("}"))), true
}

// orNull gives a JSON value, which is null where its text is NULL.
func (m *maker) orNull(e plan.Expr) (p piece, ok bool) {
	p, ok = m.make(e)
	return orNull(p), ok
}

func orNull(p piece) piece {
	return piece{step: orElse{p, "null"}, lasting: p.lasting, ascii: p.ascii, errs: p.errs}
}

// jsonOf gives the JSON value of an SQL value, as function.JSONOf does.
func (m *maker) jsonOf(e plan.Expr) (p piece, ok bool) {
	switch e.Type().Kind {
	case plan.Int, plan.Unsigned, plan.Decimal:
		p, ok = m.number(e)
	case plan.Date:
		p, ok = m.number(e)
		p = inQuotes(p)
	case plan.DateTime, plan.Time:
		p, ok = m.number(plan.Cast{X: e, To: plan.Type{Kind: e.Type().Kind, Scale: value.MaxFraction}})
		p = inQuotes(p)
	case plan.String:
		p, ok = m.make(e)
		p = quotedOf(p)
	}
	return orNull(p), ok
}

func inQuotes(p piece) piece { return joinedOf([]piece{constantOf(`"`), p, constantOf(`"`)}) }

// quoted is a text as a JSON string.
type quoted struct{ x piece }

func quotedOf(p piece) piece {
	return piece{step: quoted{p}, owned: true, ascii: p.ascii, errs: p.errs}
}

func (s quoted) fill(t *tile, rows []int32, out []string, to *arena) ([]int32, bool) {
	rows, ok := s.x.fill(t, rows, out, &t.scratch)
	if !ok {
		return nil, false
	}
	t.await(rows, out)
	bytes, ends := 0, t.ends.get()
	for _, i := range rows {
		bytes += len(out[i]) + 2
	}
	to.room(bytes)
	all := to.all
	for k, i := range rows {
		begin := len(all)
		if all = json.AppendQuoted(all, out[i]); len(all)-begin > function.MaxText {
			return nil, false
		}
		ends[k] = len(all) - to.from
	}
	to.all = all
	to.texts(rows, ends, out)
	return rows, true
}

// ofDocument computes what is at a place of a document that a constant names, which is an error of a text
// that is none; nil for another function.
func ofDocument(c plan.Call) func(of plan.Type, args []plan.Value) (plan.Value, error) {
	if len(c.Args) != 2 {
		return nil
	}
	path, ok := c.Args[1].(plan.Const)
	if !ok || path.Value.IsNull() {
		return nil
	}
	along := function.JSONAlong(string(c.Op), path.Value)
	if along == nil {
		return nil
	}
	return func(_ plan.Type, args []plan.Value) (plan.Value, error) { return along(args[0]) }
}

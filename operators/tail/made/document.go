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

// object gives a JSON object.
func (m *maker) object(args []plan.Expr) (p piece, ok bool) {
	names, values, ok := membersOf(args)
	if !ok {
		return p, false
	}
	of, before := []piece{constantOf("{")}, ""
	for i, name := range names {
		one, ok := m.orNull(values[i])
		if !ok {
			return p, false
		}
		of, before = append(of, constantOf(before+json.Quoted(name)+": "), one), ", "
	}
	return joinedOf(append(of, constantOf("}"))), true
}

// membersOf gives the members of JSON_OBJECT in their order; of those of one name the last counts. It is
// false where a name is no constant.
func membersOf(args []plan.Expr) (names []string, values []plan.Expr, ok bool) {
	of, all := map[string]plan.Expr{}, map[string]any{}
	for i := 0; i < len(args); i += 2 {
		name, ok := args[i].(plan.Const)
		if !ok || name.Value.Kind != plan.String {
			return nil, nil, false
		}
		of[name.Value.Text], all[name.Value.Text] = args[i+1], nil
	}
	names = json.Names(all)
	for _, name := range names {
		values = append(values, of[name])
	}
	return names, values, true
}

// orNull gives a JSON value, which is null where its text is NULL.
func (m *maker) orNull(e plan.Expr) (p piece, ok bool) {
	p, ok = m.make(e)
	return orElseOf(p, "null"), ok
}

func orElseOf(p piece, text string) piece {
	return piece{step: orElse{p, text}, sure: true, lasting: p.lasting, ascii: p.ascii, errs: p.errs}
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
		p, ok = m.apply(plan.Call{Op: "JSON_QUOTE", Args: []plan.Expr{e}, Of: plan.JsonType()})
	}
	return orElseOf(p, "null"), ok
}

func inQuotes(p piece) piece { return joinedOf([]piece{constantOf(`"`), p, constantOf(`"`)}) }

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
	if part := function.JSONPart(string(c.Op), path.Value); part != nil && c.Args[0].Type().Name == value.JSONName {
		return func(_ plan.Type, args []plan.Value) (plan.Value, error) {
			s, some, err := part(args[0].Text)
			if !some || err != nil {
				return plan.Value{}, err
			}
			return value.OfString(s), nil
		}
	}
	along := function.JSONAlong(string(c.Op), path.Value)
	if along == nil {
		return nil
	}
	return func(_ plan.Type, args []plan.Value) (plan.Value, error) { return along(args[0]) }
}

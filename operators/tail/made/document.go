package made

import (
	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// document appends the fragments of a JSON value of an SQL value, of an array, or of an object whose
// names are constants.
func (m *maker) document(e plan.Call) bool {
	switch e.Op {
	case plan.JsonOf:
		from := len(m.out)
		return m.jsonOf(e.Args[0]) && m.nullFrom(from)
	case "JSON_ARRAY":
		m.constant("[")
		for i, a := range e.Args {
			if i > 0 {
				m.constant(", ")
			}
			if !m.orNull(a) {
				return false
			}
		}
		m.constant("]")
		return true
	}
	return m.object(e.Args)
}

func (m *maker) constant(text string) { m.out = append(m.out, fragment{text: text}) }

// object appends a JSON object of names and values; of those of one name the last counts.
func (m *maker) object(args []plan.Expr) bool {
	values, names := map[string]plan.Expr{}, map[string]any{}
	for i := 0; i < len(args); i += 2 {
		name, ok := args[i].(plan.Const)
		if !ok || name.Value.Kind != plan.String {
			return false
		}
		values[name.Value.Text], names[name.Value.Text] = args[i+1], nil
	}
	begin := "{"
	for _, name := range json.Names(names) {
		m.constant(begin + json.Quoted(name) + ": ")
		if !m.orNull(values[name]) {
			return false
		}
		begin = ", "
	}
	if len(args) == 0 {
		m.constant(begin)
	}
	m.constant("}")
	return true
}

// orNull appends a JSON value, which is null where its text is NULL.
func (m *maker) orNull(e plan.Expr) bool {
	from := len(m.out)
	return m.add(e) && m.nullFrom(from)
}

// nullFrom has the text of the fragments from one on be null where it is NULL.
func (m *maker) nullFrom(from int) bool {
	for i := from; i < len(m.out); i++ {
		if m.out[i].absent == 0 {
			m.out[i].absent = len(m.out)
		}
	}
	m.out = append(m.out, fragment{text: "null", from: from + 1})
	return true
}

// jsonOf appends the JSON value of an SQL value, as function.JSONOf gives it but for NULL.
func (m *maker) jsonOf(e plan.Expr) bool {
	switch e.Type().Kind {
	case plan.Int, plan.Unsigned, plan.Decimal:
		return m.number(e)
	case plan.Date:
		m.constant(`"`)
		ok := m.number(e)
		m.constant(`"`)
		return ok
	case plan.DateTime, plan.Time:
		of := plan.Type{Kind: e.Type().Kind, Scale: value.MaxFraction}
		m.constant(`"`)
		ok := m.number(plan.Cast{X: e, To: of})
		m.constant(`"`)
		return ok
	case plan.String:
		return m.apply(plan.Call{Op: "JSON_QUOTE", Args: []plan.Expr{e}, Of: plan.JsonType()})
	}
	return false
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

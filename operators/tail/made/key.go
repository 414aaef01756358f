package made

import (
	"gsdms/plan"
	"gsdms/plan/json"
)

// key gives the text that has the order of a JSON value which is made of SQL values: of what its value
// would be read for is known here.
func (m *maker) key(e plan.Expr) (p piece, ok bool) {
	c, ok := e.(plan.Call)
	if !ok {
		return p, false
	}
	switch c.Op {
	case plan.JsonOf:
		return m.keyOf(c.Args[0])
	case "JSON_ARRAY":
		p, ok = m.keys(json.ArrayKey, nil, c.Args)
		return joinedOf([]piece{p, constantOf(json.ArrayKeyEnd)}), ok
	case "JSON_OBJECT":
		names, values, ok := membersOf(c.Args)
		if !ok {
			return p, false
		}
		return m.keys(json.ObjectKey(len(names)), names, values)
	}
	return p, false
}

// keys gives the keys of values one behind another, each behind that of its name if there are some.
func (m *maker) keys(begin string, names []string, values []plan.Expr) (p piece, ok bool) {
	of := []piece{constantOf(begin)}
	for i, e := range values {
		one, ok := m.key(e)
		if !ok {
			return p, false
		}
		if names != nil {
			of = append(of, constantOf(json.MemberKey(names[i])))
		}
		of = append(of, one)
	}
	return joinedOf(of), true
}

// keyOf gives the key of an SQL value as JSON.
func (m *maker) keyOf(e plan.Expr) (p piece, ok bool) {
	f := appended{more: 12}
	switch e.Type().Kind {
	case plan.Int, plan.Unsigned, plan.Decimal:
		f.x, ok = m.number(e)
		f.append = func(to []byte, text string) ([]byte, bool) { return json.AppendNumberKey(to, text), true }
	case plan.String:
		f.x, ok = m.make(e)
		f.append = func(to []byte, text string) ([]byte, bool) { return json.AppendTextKey(to, text), true }
	}
	return orElseOf(piece{step: f, owned: true, ascii: f.x.ascii, errs: f.x.errs}, json.NullKey), ok
}

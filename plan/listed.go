package plan

import "gsdms/plan/value"

// fewListed is how many texts a list has at most that are compared one after another.
const fewListed = 8

// listed gives what tells whether a text is in a list of constants, by a table of these; nil of a list of
// few, or of other values than texts and NULL.
func listed(e In) func(args []Value) (Value, error) {
	if len(e.List) <= fewListed || e.X.Type().Kind != String {
		return nil
	}
	texts, none := make(map[string]bool, len(e.List)), value.OfBool(false)
	for _, v := range e.List {
		switch {
		case v.IsNull():
			none = Value{}
		case v.Kind != String:
			return nil
		default:
			texts[v.Text] = true
		}
	}
	return func(args []Value) (Value, error) {
		switch {
		case args[0].IsNull():
			return Value{}, nil
		case texts[args[0].Text]:
			return value.OfBool(true), nil
		}
		return none, nil
	}
}

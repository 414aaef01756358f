package setting

import (
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"
	"time"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// Values is what SET changes, for one session.
type Values struct {
	Timeout time.Duration // of a statement; 0: none
	Cache   bool          // keep and use plans

	Granularity pushscan.Granularity // of the kernels that run queries

	Memory, QueryMemory int64                 // of the engine; not to be set
	Connections         int                   // that each door lets in at a time; not to be set
	Database            string                // that names without one are of; "": that of the folder
	values              map[string]string     // of variables of MySQL
	own                 map[string]plan.Value // @name, by name in lower case
}

// Clone gives values that change by themselves.
func (s Values) Clone() Values {
	s.values, s.own = maps.Clone(s.values), maps.Clone(s.own)
	return s
}

// OwnVariable is what @name has, NULL until it is set.
func (s Values) OwnVariable(name string) plan.Value { return s.own[strings.ToLower(name)] }

// SetOwn sets @name. It holds a number or a text: a date, a moment or a time is its text, and a truth 1 or 0.
func (s *Values) SetOwn(name string, v plan.Value) error {
	if s.own == nil {
		s.own = map[string]plan.Value{}
	}
	if len(s.own) >= maxVariables {
		return fmt.Errorf("a session has at most %d variables of its own", maxVariables)
	}
	switch {
	case v.Kind.Temporal():
		v = value.OfString(v.String())
	case v.Kind == plan.Bool:
		v = value.OfInt(v.Int)
	}
	s.own[strings.ToLower(name)] = v
	return nil
}

// maxVariables is how many variables of its own a session can have.
const maxVariables = 1000

// Setting is one variable.
type Setting struct {
	Name, About string
	Get         func(Values) string
	Set         func(*Values, string) error // nil error: it is set
}

// All lists the variables; a new one is a row here.
func All() []Setting {
	return []Setting{
		{"gsdms_timeout", "how long a statement may run: a duration ('30s', '5m') or milliseconds; 0 for ever",
			func(s Values) string { return s.Timeout.String() }, setTimeout},
		{"max_execution_time", "gsdms_timeout in milliseconds",
			func(s Values) string { return strconv.FormatInt(s.Timeout.Milliseconds(), 10) }, setTimeout},
		{"gsdms_plan_cache", "whether plans are kept for statements that come again: ON or OFF",
			func(s Values) string { return onOff(s.Cache) },
			func(s *Values, v string) error { return setSwitch(&s.Cache, v) }},
		{"gsdms_granularity", "how much one kernel does: 'shared' (all queries), 'pipeline' (one query), 'operator' (one operator of a query; cuda only), or 'auto', shared or pipeline, the cheaper by estimate",
			func(s Values) string { return s.Granularity.String() },
			func(s *Values, v string) error { return s.Granularity.UnmarshalText([]byte(v)) }},
		{"gsdms_memory", "bytes that all queries together may hold: --memory; not to be set",
			func(s Values) string { return strconv.FormatInt(s.Memory, 10) }, fixedBy("--memory")},
		{"gsdms_query_memory", "bytes that one query may hold: --query-memory; not to be set",
			func(s Values) string { return strconv.FormatInt(s.QueryMemory, 10) }, fixedBy("--query-memory")},
	}
}

// fixedBy refuses to set what a flag has set for all sessions.
func fixedBy(flag string) func(*Values, string) error {
	return func(*Values, string) error { return fmt.Errorf("%s says it, for all sessions", flag) }
}

func onOff(on bool) string {
	if on {
		return "ON"
	}
	return "OFF"
}

func setSwitch(to *bool, value string) error {
	switch strings.ToUpper(value) {
	case "ON", "1", "TRUE":
		*to = true
	case "OFF", "0", "FALSE":
		*to = false
	default:
		return fmt.Errorf("it is ON or OFF, not %q", value)
	}
	return nil
}

func setTimeout(s *Values, value string) error {
	d, err := time.ParseDuration(value)
	if ms, bad := strconv.ParseInt(value, 10, 64); bad == nil && ms <= int64(math.MaxInt64/time.Millisecond) {
		d, err = time.Duration(ms)*time.Millisecond, nil
	}
	if err != nil || d < 0 {
		return fmt.Errorf("it is a duration such as '30s', or milliseconds, not %q", value)
	}
	s.Timeout = d
	return nil
}

func Find(name string) (Setting, bool) {
	for _, v := range All() {
		if strings.EqualFold(v.Name, name) {
			return v, true
		}
	}
	return Setting{}, false
}

// Unknown is the error for a variable that is not there.
func Unknown(text, name string) error {
	var names []string
	for _, v := range All() {
		names = append(names, v.Name)
	}
	err := parse.ErrorAt(text, parse.FindWord(text, name), parse.CodeUnknownVariable, "Unknown system variable '%s'", name)
	err.Hint = "The settings are " + strings.Join(names, ", ")
	return err
}

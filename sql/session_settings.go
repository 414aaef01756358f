package sql

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"gsdms/plan"
	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// settings is what SET changes, for one session.
type settings struct {
	timeout time.Duration // of a statement; 0: none
	cache   bool          // keep and use plans

	granularity pushscan.Granularity // of the kernels that run queries

	memory, queryMemory int64                 // of the engine; not to be set
	database            string                // one that describes the database, or "" for that
	begun               bool                  // BEGIN has been said, and no COMMIT or ROLLBACK since
	values              map[string]string     // of variables of MySQL
	vars                map[string]plan.Value // @name, by name in lower case
}

// setting is one variable.
type setting struct {
	name, about string
	get         func(settings) string
	set         func(*settings, string) error
}

// sessionSettings lists the variables; a new one is a row here.
func sessionSettings() []setting {
	return []setting{
		{"gsdms_timeout", "how long a statement may run: a duration ('30s', '5m') or milliseconds; 0 for ever",
			func(s settings) string { return s.timeout.String() }, setTimeout},
		{"max_execution_time", "gsdms_timeout in milliseconds",
			func(s settings) string { return strconv.FormatInt(s.timeout.Milliseconds(), 10) }, setTimeout},
		{"gsdms_plan_cache", "whether plans are kept for statements that come again: ON or OFF",
			func(s settings) string { return onOff(s.cache) },
			func(s *settings, v string) error { return setSwitch(&s.cache, v) }},
		{"gsdms_granularity", "how much one kernel does: 'shared' (all queries), 'pipeline' (one query), 'operator' (one operator of a query; cuda only), or 'auto', shared or pipeline, the cheaper by estimate",
			func(s settings) string { return s.granularity.String() },
			func(s *settings, v string) error { return s.granularity.UnmarshalText([]byte(v)) }},
		{"gsdms_memory", "bytes that all queries together may hold: --memory; not to be set",
			func(s settings) string { return strconv.FormatInt(s.memory, 10) }, fixedBy("--memory")},
		{"gsdms_query_memory", "bytes that one query may hold: --query-memory; not to be set",
			func(s settings) string { return strconv.FormatInt(s.queryMemory, 10) }, fixedBy("--query-memory")},
	}
}

// fixedBy refuses to set what a flag has set for all sessions.
func fixedBy(flag string) func(*settings, string) error {
	return func(*settings, string) error { return fmt.Errorf("%s says it, for all sessions", flag) }
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

func setTimeout(s *settings, value string) error {
	d, err := time.ParseDuration(value)
	if ms, bad := strconv.ParseInt(value, 10, 64); bad == nil && ms <= int64(math.MaxInt64/time.Millisecond) {
		d, err = time.Duration(ms)*time.Millisecond, nil
	}
	if err != nil || d < 0 {
		return fmt.Errorf("it is a duration such as '30s', or milliseconds, not %q", value)
	}
	s.timeout = d
	return nil
}

func findSetting(name string) (setting, bool) {
	for _, v := range sessionSettings() {
		if strings.EqualFold(v.name, name) {
			return v, true
		}
	}
	return setting{}, false
}

// unknownSetting is the error for a variable that is not there.
func unknownSetting(text, name string) error {
	var names []string
	for _, v := range sessionSettings() {
		names = append(names, v.name)
	}
	err := parse.ErrorAt(text, parse.FindWord(text, name), parse.CodeUnknownVariable, "Unknown system variable '%s'", name)
	err.Hint = "The settings are " + strings.Join(names, ", ")
	return err
}

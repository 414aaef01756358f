package setting

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"gsdms/plan"
	"gsdms/plan/value"
)

// ServerVersion is what clients are told that they talk to: they ask for what MySQL of
// this version has.
const ServerVersion = "8.0.36-gsdms"

// Variable is a variable of MySQL that clients ask for or set.
type Variable struct {
	Name, Value string
	set         func(value string) error // nil: it cannot be set
}

// Typed is the value as SELECT shows it: switches are numbers there.
func (v Variable) Typed() plan.Value {
	switch {
	case v.Value == "ON" && v.Name != "sql_mode":
		return value.OfInt(1)
	case v.Value == "OFF":
		return value.OfInt(0)
	}
	if n, err := strconv.ParseInt(v.Value, 10, 64); err == nil {
		return value.OfInt(n)
	}
	return value.OfString(v.Value)
}

// anything is set for a variable that changes nothing here: what it is for there is not.
func anything(string) error { return nil }

// only is set for a variable that has one value here.
func only(values ...string) func(string) error {
	return func(v string) error {
		if slices.ContainsFunc(values, func(w string) bool { return strings.EqualFold(v, w) }) {
			return nil
		}
		return fmt.Errorf("it can only be %s here", strings.Join(values, " or "))
	}
}

// sqlMode refuses the modes that would change what a statement means.
func sqlMode(v string) error {
	for _, mode := range strings.Split(strings.ToUpper(v), ",") {
		switch strings.TrimSpace(mode) {
		case "ANSI", "ANSI_QUOTES", "PIPES_AS_CONCAT", "NO_BACKSLASH_ESCAPES", "HIGH_NOT_PRECEDENCE", "IGNORE_SPACE", "PAD_CHAR_TO_FULL_LENGTH", "REAL_AS_FLOAT", "TIME_TRUNCATE_FRACTIONAL":
			return fmt.Errorf("the mode %s is not supported", strings.TrimSpace(mode))
		default:
			if !slices.Contains(modes, strings.TrimSpace(mode)) {
				return fmt.Errorf("there is no mode %s", strings.TrimSpace(mode))
			}
		}
	}
	return nil
}

// modes are those that change nothing here, or what a session looks for; clients of MySQL before
// version 8 send some that are gone there.
var modes = []string{
	"", "0", "ALLOW_INVALID_DATES", "ERROR_FOR_DIVISION_BY_ZERO", "NO_AUTO_CREATE_USER", "NO_AUTO_VALUE_ON_ZERO", "NO_DIR_IN_CREATE",
	"NO_ENGINE_SUBSTITUTION", "NO_FIELD_OPTIONS", "NO_KEY_OPTIONS", "NO_TABLE_OPTIONS", "NO_UNSIGNED_SUBTRACTION", "NO_ZERO_DATE", "NO_ZERO_IN_DATE",
	"ONLY_FULL_GROUP_BY", "STRICT_ALL_TABLES", "STRICT_TRANS_TABLES", "TRADITIONAL",
}

// Autocommit reports whether autocommit is ON. Doors ask for each packet that says how a session
// is, so this looks at nothing else.
func (s Values) Autocommit() bool { return s.values["autocommit"] != onOff(false) }

// TransactionReads reports whether transactions of the session only read.
func (s Values) TransactionReads() bool { return s.values["transaction_read_only"] == onOff(true) }

// SafeUpdates reports whether an UPDATE or a DELETE has to say which rows.
func (s Values) SafeUpdates() bool { return s.values["sql_safe_updates"] == onOff(true) }

// Strictly reports whether a mode is among the session's sql_mode.
func (s Values) Strictly(mode string) bool {
	v, _ := s.Variable("sql_mode")
	return slices.ContainsFunc(strings.Split(v.Value, ","), func(m string) bool { return strings.EqualFold(strings.TrimSpace(m), mode) })
}

// CheckCharset is set for a character set.
func CheckCharset(v string) error {
	switch strings.ToLower(v) {
	case "", "utf8", "utf8mb3", "utf8mb4", "binary", "ascii":
		return nil
	}
	return fmt.Errorf("texts are UTF-8")
}

// depth is set for how often a recursion may run.
func depth(v string) error {
	if _, err := strconv.ParseUint(v, 10, 32); err != nil {
		return fmt.Errorf("it is a number of iterations up to %d, not %q", uint32(math.MaxUint32), v)
	}
	return nil
}

// anyLength is how many bytes GROUP_CONCAT gives at most unless a session says fewer: whatever there are, since
// half a list looks like a list.
const anyLength = "18446744073709551615"

// length is set for a number of bytes.
func length(v string) error {
	if n, err := strconv.ParseUint(v, 10, 64); err != nil || n < 4 {
		return fmt.Errorf("it is a number of bytes, 4 and more, not %q", v)
	}
	return nil
}

// moment is set for the time that statements take for now: seconds since 1970, 0 for the clock's.
func moment(v string) error {
	if s, err := strconv.ParseFloat(v, 64); err != nil || s < 0 || s > math.MaxInt32 {
		return fmt.Errorf("it is a number of seconds since 1970, of 31 bits, or 0 for the time that it is")
	}
	return nil
}

// Moment is the time that statements take for now, if that is said.
func (s Values) Moment() (time.Time, bool) {
	seconds, _ := strconv.ParseFloat(s.values["timestamp"], 64) // "" is 0
	return time.UnixMicro(int64(math.Round(seconds * 1e6))).UTC(), seconds > 0
}

// variables lists what there is besides the settings, sorted by name; a new one is a row
// here. Where MySQL and gsdms differ in what a variable is for, the value is gsdms's.
func variables() []Variable {
	host, _ := os.Hostname() // "" where there is none
	return []Variable{
		{"auto_increment_increment", "1", anything}, {"auto_increment_offset", "1", anything},
		{"autocommit", "ON", anything}, {"automatic_sp_privileges", "ON", nil}, {"basedir", "/", nil}, {"big_tables", "OFF", anything}, {"binlog_checksum", "NONE", nil}, {"binlog_format", "ROW", nil}, {"binlog_row_image", "FULL", nil},
		{"bulk_insert_buffer_size", "8388608", anything}, {"character_set_client", "utf8mb4", CheckCharset}, {"character_set_connection", "utf8mb4", CheckCharset}, {"character_set_database", "utf8mb4", CheckCharset},
		{"character_set_filesystem", "binary", CheckCharset}, {"character_set_results", "utf8mb4", CheckCharset}, {"character_set_server", "utf8mb4", CheckCharset}, {"character_set_system", "utf8mb3", nil},
		{"collation_connection", "utf8mb4_bin", anything}, {"collation_database", "utf8mb4_bin", anything}, {"collation_server", "utf8mb4_bin", anything},
		{"completion_type", "NO_CHAIN", only("NO_CHAIN", "0")}, {"connect_timeout", "10", nil}, {"cte_max_recursion_depth", "1000", depth}, {"default_authentication_plugin", "caching_sha2_password", nil}, {"default_storage_engine", StorageEngine, anything},
		{"default_week_format", "0", only("0")}, {"div_precision_increment", "4", only("4")}, {"error_count", "0", nil}, {"event_scheduler", "OFF", nil}, {"explicit_defaults_for_timestamp", "ON", anything}, {"foreign_key_checks", "ON", anything}, {"general_log", "OFF", nil}, {"gtid_mode", "OFF", nil}, {"group_concat_max_len", anyLength, length},
		{"have_openssl", "YES", nil}, {"have_profiling", "NO", nil}, {"have_query_cache", "NO", nil}, {"have_ssl", "YES", nil}, {"hostname", host, nil},
		{"identity", "0", nil}, {"information_schema_stats_expiry", "0", anything}, {"init_connect", "", nil}, {"innodb_lock_wait_timeout", "50", anything},
		{"innodb_file_per_table", "ON", nil},
		{"innodb_read_only", "OFF", nil}, {"innodb_strict_mode", "ON", anything}, {"innodb_version", "8.0.36", nil}, {"insert_id", "0", nil}, {"interactive_timeout", "28800", anything},
		{"join_buffer_size", "262144", anything}, {"key_buffer_size", "8388608", nil}, {"last_insert_id", "0", nil}, {"lc_messages", "en_US", only("en_US")}, {"lc_time_names", "en_US", only("en_US")}, {"license", "", nil}, {"local_infile", "ON", nil}, {"lock_wait_timeout", "31536000", anything}, {"log_bin", "OFF", nil}, {"long_query_time", "10.000000", anything}, {"low_priority_updates", "OFF", anything}, {"lower_case_file_system", "OFF", nil},
		{"lower_case_table_names", "0", nil}, {"max_allowed_packet", strconv.Itoa(MaxPacket), anything}, {"max_connections", strconv.Itoa(DefaultConnections), nil},
		{"max_error_count", "1024", anything}, {"max_heap_table_size", "16777216", anything}, {"max_join_size", "18446744073709551615", anything}, {"max_prepared_stmt_count", "16382", nil}, {"max_sort_length", "1024", anything}, {"max_user_connections", "0", nil}, {"net_buffer_length", "16384", anything}, {"net_read_timeout", "30", anything},
		{"net_write_timeout", "60", anything}, {"old_passwords", "0", anything}, {"optimizer_switch", "", anything}, {"performance_schema", "OFF", nil}, {"pid_file", "", nil}, {"port", "3306", nil},
		{"profiling", "OFF", only("OFF", "0")}, {"protocol_version", "10", nil}, {"pseudo_thread_id", "0", nil}, {"query_cache_size", "0", nil}, {"query_cache_type", "OFF", only("OFF", "0")}, {"read_only", "OFF", nil},
		{"rand_seed1", "0", nil}, {"read_buffer_size", "131072", anything}, {"read_rnd_buffer_size", "262144", anything}, {"secure_file_priv", "", nil}, {"server_id", "1", nil}, {"session_track_gtids", "OFF", only("OFF")}, {"session_track_schema", "OFF", only("OFF", "0", "ON", "1")}, {"session_track_state_change", "OFF", only("OFF", "0")}, {"session_track_system_variables", "", anything}, {"skip_name_resolve", "ON", nil}, {"skip_networking", "OFF", nil}, {"slow_query_log", "OFF", nil}, {"socket", "", nil}, {"sort_buffer_size", "262144", anything}, {"sql_auto_is_null", "OFF", only("OFF", "0")}, {"sql_big_selects", "ON", anything},
		{"sql_log_bin", "OFF", anything},
		{"sql_mode", "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION", sqlMode},
		{"sql_notes", "ON", anything}, {"sql_quote_show_create", "ON", only("ON", "1")}, {"sql_require_primary_key", "OFF", only("OFF", "0")}, {"sql_safe_updates", "OFF", anything},
		{"sql_select_limit", noSelectLimit, selectLimit}, {"sql_warnings", "OFF", anything}, {"storage_engine", StorageEngine, anything}, {"super_read_only", "OFF", nil},
		{"system_time_zone", "UTC", nil}, {"table_open_cache", "4000", nil}, {"thread_stack", "1048576", nil}, {"time_zone", "SYSTEM", only("SYSTEM", "UTC", "+00:00", "+0:00")}, {"timestamp", "0", moment}, {"tmp_table_size", "16777216", anything}, {"transaction_isolation", "SERIALIZABLE", anything}, {"transaction_read_only", "OFF", anything},
		{"tx_isolation", "SERIALIZABLE", anything}, {"tx_isolation_one_shot", "", anything}, {"tx_read_only", "OFF", anything}, {"unique_checks", "ON", anything},
		{"version", ServerVersion, nil}, {"version_comment", "gsdms, a scan-sharing analytical SQL engine", nil}, {"version_compile_machine", "", nil}, {"version_compile_os", "Linux", nil},
		{"wait_timeout", "28800", anything}, {"warning_count", "0", nil}, {"windowing_use_high_precision", "ON", anything},
	}
}

// StorageEngine is what SHOW ENGINES calls how tables are stored.
const StorageEngine = "GSDMS"

// Limits that clients ask for, and that those who listen for them keep.
const (
	MaxPacket          = 64 << 20 // bytes of a packet
	DefaultConnections = 1000
)

// Variable gives a variable of MySQL with the session's value.
func (s Values) Variable(name string) (Variable, bool) {
	for _, v := range variables() {
		if strings.EqualFold(v.Name, name) {
			return s.valued(v), true
		}
	}
	return Variable{}, false
}

// keptAs is the name that a variable of several has here.
func keptAs(name string) string {
	if after, old := strings.CutPrefix(name, "tx_"); old {
		return "transaction_" + after
	}
	return name
}

// Pairs gives the settings and the variables of MySQL by name with the session's values.
func (s Values) Pairs() (rows [][2]string) {
	for _, v := range All() {
		rows = append(rows, [2]string{v.Name, v.Get(s)})
	}
	for _, v := range variables() {
		rows = append(rows, [2]string{v.Name, s.valued(v).Value})
	}
	return rows
}

// valued gives a variable the value that the session has set.
func (s Values) valued(v Variable) Variable {
	if value, ok := s.values[keptAs(v.Name)]; ok {
		v.Value = value
	}
	if v.Name == "max_connections" && s.Connections > 0 {
		v.Value = strconv.Itoa(s.Connections)
	}
	return v
}

// Fixed reports whether a variable cannot be set.
func (v Variable) Fixed() bool { return v.set == nil }

// SetVariable gives a variable of MySQL a value. Most change nothing here.
func (s *Values) SetVariable(v Variable, value string) error {
	if err := v.set(value); err != nil {
		return err
	}
	value, err := switched(v.Value, value)
	if err != nil {
		return err
	}
	if s.values == nil {
		s.values = map[string]string{}
	}
	s.values[keptAs(v.Name)] = value
	return nil
}

// Unset gives a variable of MySQL the value of a new session.
func (s *Values) Unset(v Variable) { delete(s.values, keptAs(v.Name)) }

// switched spells the value of a switch as SHOW VARIABLES does.
func switched(before, value string) (string, error) {
	if before != "ON" && before != "OFF" || value == "" { // NULL, which scripts may have kept
		return value, nil
	}
	on := false
	err := setSwitch(&on, value)
	return onOff(on), err
}

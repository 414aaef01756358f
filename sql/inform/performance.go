package inform

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser"

	"gsdms/sql/result"
)

// performanceTables lists performance_schema: the variables and the status as tables, and
// those that tools ask for which have no rows, since nothing is recorded in them. A new
// table is a row here.
func performanceTables() []described {
	return []described{
		{"events_statements_current", statementHeads, nil},
		{"events_statements_history", statementHeads, nil},
		{"events_statements_summary_by_digest", "SCHEMA_NAME,DIGEST,DIGEST_TEXT,COUNT_STAR#,SUM_TIMER_WAIT#,MIN_TIMER_WAIT#,AVG_TIMER_WAIT#,MAX_TIMER_WAIT#,SUM_ERRORS#,SUM_WARNINGS#,SUM_ROWS_AFFECTED#,SUM_ROWS_SENT#,SUM_ROWS_EXAMINED#,FIRST_SEEN,LAST_SEEN,QUERY_SAMPLE_TEXT", nil},
		{"global_status", pairHeads, (*describer).statusPairs},
		{"global_variables", pairHeads, (*describer).variablePairs},
		{"session_status", pairHeads, (*describer).statusPairs},
		{"session_variables", pairHeads, (*describer).variablePairs},
		{"setup_actors", "HOST,USER,ROLE,ENABLED,HISTORY", nil},
		{"setup_consumers", "NAME,ENABLED", nil},
		{"setup_instruments", "NAME,ENABLED,TIMED", nil},
		{"threads", "THREAD_ID#,NAME,TYPE,PROCESSLIST_ID#,PROCESSLIST_USER,PROCESSLIST_HOST,PROCESSLIST_DB,PROCESSLIST_COMMAND,PROCESSLIST_TIME#,PROCESSLIST_STATE,PROCESSLIST_INFO", (*describer).threads},
	}
}

const (
	pairHeads      = "VARIABLE_NAME,VARIABLE_VALUE"
	statementHeads = "THREAD_ID#,EVENT_ID#,END_EVENT_ID#,EVENT_NAME,SOURCE,TIMER_START#,TIMER_END#,TIMER_WAIT#,LOCK_TIME#,SQL_TEXT,DIGEST,DIGEST_TEXT,CURRENT_SCHEMA,ROWS_AFFECTED#,ROWS_SENT#,ROWS_EXAMINED#"
)

func (d *describer) statusPairs() { d.AddPairs(d.Status()) }

func (d *describer) variablePairs() { d.AddPairs(d.Variables()) }

// threads lists the sessions of clients, as PROCESSLIST does.
func (d *describer) threads() {
	list := &describer{Grid: &result.Grid{}, Facts: d.Facts}
	list.processes()
	for _, row := range list.Rows {
		d.Add(append([]any{row[0], "thread/sql/one_connection", "FOREGROUND"}, row...)...)
	}
}

// keywords lists the words of the language that are MySQL's, too.
func (d *describer) keywords() {
	for _, word := range parser.Keywords {
		if word.Section != "tidb" {
			d.Add(strings.ToUpper(word.Word), boolInt(word.Reserved))
		}
	}
}

package sql

import (
	"gsdms/sql/command"
	"gsdms/sql/parse"
)

// natureOf is a command's nature; nil is a query.
func natureOf(x statement) command.Nature {
	if x == nil {
		return command.OnlyReads
	}
	return x.Nature()
}

// permitted is a command that not everybody may run.
type permitted interface {
	Permit(r command.Permits) error
}

// permit refuses a command that the session's user may not run. What the queries within it
// read is checked when they are bound; who may manage users is theirs to say.
func (c *call) permit(x statement) error {
	r := command.Permits{Rights: c.Names.Rights, Names: c.Names}
	if p, ok := x.(permitted); ok && !r.All() {
		return p.Permit(r)
	}
	return nil
}

// OnlyReads has the session refuse what changes tables, users or other sessions, and what
// writes files.
func (s *Session) OnlyReads() { s.onlyReads = true }

// permitReads refuses a command that does more than read, where the session only reads.
func (c *call) permitReads(x statement) error {
	if x.Nature().Has(command.OnlyReads) {
		return nil
	}
	if c.session.transactionOnlyReads() {
		return parse.ErrorAt(c.Text, 0, parse.CodeReadOnly, "Cannot execute statement in a READ ONLY transaction")
	}
	if !c.session.onlyReads {
		return nil
	}
	e := parse.ErrorAt(c.Text, 0, parse.CodeReadOnly, "Cannot execute statement in a session that only reads")
	e.Hint = "SELECT, SHOW, EXPLAIN, SET and USE are run"
	return e
}

// permitAll refuses a change of every row of a table, where the session wants none by mistake.
func (c *call) permitAll(x statement) error {
	change, _ := x.(narrow)
	every, ok := change.Command.(interface{ EveryRow() bool })
	if !ok || !every.EveryRow() || !c.session.settings.SafeUpdates() {
		return nil
	}
	e := parse.ErrorAt(c.Text, 0, parse.CodeSafeUpdates, "You are using safe update mode and you tried to update a table without a WHERE")
	e.Hint = "Add WHERE or LIMIT, or SET sql_safe_updates = OFF."
	return e
}

package ddl

import (
	"context"

	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// dropAbsent is DROP of what there is none of: procedures, triggers and events.
type dropAbsent struct{ node *parse.DropAbsent }

func (x dropAbsent) Permit(r command.Permits) error {
	return r.Need(account.Drop, x.node.Tables[0].Name.O)
}

func (x dropAbsent) run(_ context.Context, c *call) (*result.Set, error) {
	n := x.node.Tables[0]
	if err := c.CheckSchema(n); err != nil {
		return nil, err
	}
	code, message := parse.CodeNoFunction, x.node.Kind+" "+c.Names.Shown(n.Name.O)+" does not exist"
	switch {
	case x.node.Kind == "TRIGGER":
		code, message = parse.CodeNoTrigger, "Trigger does not exist"
	case x.node.Kind == "EVENT" && x.node.IfExists:
		message = "Event " + parse.OwnName(n) + " does not exist"
	case x.node.Kind == "EVENT":
		code, message = parse.CodeNoEvent, "Unknown event '"+parse.OwnName(n)+"'"
	}
	if !x.node.IfExists {
		return nil, c.ErrorAt(n, code, "%s", message)
	}
	c.Session.Warn("Note", code, message)
	return c.drop(nil, nil)
}

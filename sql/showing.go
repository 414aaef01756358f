package sql

import (
	"context"
	"strconv"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/bind"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/scope"
	"gsdms/sql/show"
)

// showing is a SHOW.
type showing struct {
	show.Statement
	node *ast.ShowStmt
}

// showCommand returns what runs a SHOW.
func showCommand(n *ast.ShowStmt) statement {
	if s := show.Of(n); s != nil {
		return showing{s, n}
	}
	return unsupported{n}
}

// showCreateFunction returns what runs SHOW CREATE FUNCTION.
func showCreateFunction(n *parse.ShowCreateFunction) statement {
	return showing{show.OfFunction(n), &ast.ShowStmt{}}
}

func (x showing) run(ctx context.Context, c *call) (*result.Set, error) {
	if x.node.DBName != "" {
		if err := c.engine.CheckDatabase(x.node.DBName); err != nil {
			return nil, err
		}
	}
	a, err := x.Run(c.Call, c.session.asker(c.View))
	if err != nil {
		return nil, err
	}
	if a.File != nil {
		c.session.noteFile(a.File.Name, nil, a.File.Remarks)
	}
	return c.shown(ctx, x.node, a.Set, a.Like)
}

// asker is who the session is to a SHOW.
func (s *Session) asker(v *scope.Views) show.Asker {
	return show.Asker{
		Facts: s.facts(v), Settings: s.settings, Warnings: s.warnings,
		Client: s.client != nil, Caller: s.caller(), Who: s.who(),
	}
}

// facts is what can be told of the catalog and the server.
func (c *call) facts() inform.Facts { return c.session.facts(c.View) }

// facts is what can be told of a view of the catalog and of the server.
func (s *Session) facts(v *scope.Views) inform.Facts {
	return inform.Facts{
		View: v.View, Database: s.engine.Database(), Rights: s.rights(), User: s.userName(), Users: s.engine.users.All(),
		Processes: s.processes, Status: s.status, Variables: s.settings.Pairs,
		Columns: func(view string) ([]plan.Column, error) {
			names := s.around(s.engine.names(context.Background(), v))
			return bind.ViewColumns(view, &ast.TableName{Name: ast.NewCIStr(view)}, names)
		},
		Function: s.engine.names(context.Background(), v).ParseFunction, Natives: s.engine.natives.Sorted(),
	}
}

// processes are the sessions of clients, and the one that asks: one's own for who may not see
// others.
func (s *Session) processes() []inform.Process {
	all := s.engine.clients.list()
	if s.client == nil {
		all = append(all, s)
	}
	shown, _ := s.visible(s.rights(), all)
	var out []inform.Process
	for _, other := range shown {
		text, since := other.active.now()
		p := inform.Process{ID: other.id, User: other.userName(), Host: other.host(), Database: s.engine.shownDatabase(other.active.database()), Text: text, Since: since}
		if text != "" {
			p.State = other.state(all)
		}
		out = append(out, p)
	}
	return out
}

// status gives what counts the server, by name.
func (s *Session) status() [][2]string {
	sessions := s.engine.clients.list()
	running := 0
	for _, other := range sessions {
		if text, _ := other.active.now(); text != "" {
			running++
		}
	}
	return [][2]string{
		{"Ssl_cipher", ""},
		{"Threads_connected", strconv.Itoa(len(sessions))},
		{"Threads_running", strconv.Itoa(running)},
		{"Uptime", strconv.Itoa(int(time.Since(s.engine.since).Seconds()))},
	}
}

package sql

import (
	"context"

	"gsdms/sql/account"
)

// rights are those of the user as they are now. Sessions of this process, and of the user that
// it runs as, may do everything.
func (s *Session) rights() account.Rights {
	if s.client == nil || s.client.Owner {
		return account.Rights{}
	}
	return s.engine.users.Rights(*s.user.Load(), s.client.Host)
}

// names gives what names mean to a statement of the session.
func (s *Session) names(ctx context.Context, view *views) *names {
	n := s.engine.names(ctx, view)
	n.rights, n.inSchema = s.rights(), s.settings.Database != ""
	return n
}

// mayRead refuses what a statement may not read.
func mayRead(r account.Rights, what reading) error {
	if what.function {
		return r.NeedRoutine(account.Execute, what.name)
	}
	if what.file {
		return r.NeedGlobal(account.File)
	}
	return r.Need(account.Select, what.name)
}

package sql

import (
	"context"

	"gsdms/sql/account"
	"gsdms/sql/inform"
	"gsdms/sql/scope"
)

// rights are those of the user as they are now. Sessions of this process, and of the user that
// it runs as, may do everything.
func (s *Session) rights() account.Rights {
	if s.client == nil || s.client.Owner {
		return account.Rights{}
	}
	return s.engine.users.Rights(*s.user.Load(), s.client.Host, s.engine.catalogs.Databases())
}

// names gives what names mean to a statement of the session.
func (s *Session) names(ctx context.Context, view *scope.Views) *scope.Names {
	n := s.engine.names(ctx, view)
	n.Rights, n.Describing, n.Database = s.rights(), inform.IsSchema(s.settings.Database), s.within()
	return n
}

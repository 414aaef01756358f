package flight

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/tap"

	"gsdms/sql/account"
)

// The header of a call that says who calls, and the forms that it has.
const (
	authHeader = "authorization"
	basic      = "basic"
	bearer     = "bearer"
)

// handshakeMethod is the call that answers a password with a token.
const handshakeMethod = "/Handshake"

// caller is where a call comes from.
func callerOf(ctx context.Context) account.Caller {
	if p, ok := peer.FromContext(ctx); ok {
		return account.CallerAt(p.Addr)
	}
	return account.Caller{Host: "unknown"}
}

// admit lets a call in or not, before its message is read.
func (s *Server) admit(ctx context.Context, info *tap.Info) (context.Context, error) {
	v, err := s.visitorOf(ctx, info)
	if err != nil {
		return nil, err
	}
	return context.WithValue(ctx, visitorKey{}, v), nil
}

// visitorOf finds out who calls: by a token, by name and password, or, on this machine while
// there are no users, without saying.
func (s *Server) visitorOf(ctx context.Context, info *tap.Info) (*visitor, error) {
	caller := callerOf(ctx)
	said := info.Header.Get(authHeader)
	if len(said) == 0 {
		if s.engine.Admits(caller, "root", true, func(account.Secret) bool { return false }) {
			return s.visitor(ctx, caller, "root", "")
		}
		return nil, status.Error(codes.Unauthenticated, "Access denied: send user and password in the authorization header (Basic), or the token that Handshake answers with (Bearer)")
	}
	form, rest, _ := strings.Cut(said[0], " ")
	switch strings.ToLower(form) {
	case bearer:
		v := s.tokens.find(strings.TrimSpace(rest))
		if v == nil || !s.engine.Admits(caller, v.user, v.without, v.same) {
			return nil, status.Error(codes.Unauthenticated, "Access denied: the token is unknown or has expired; connect again with user and password")
		}
		return v, nil
	case basic:
		user, password, ok := credentialsOf(strings.TrimSpace(rest))
		if !ok {
			return nil, status.Error(codes.Unauthenticated, "Access denied: after Basic comes user:password in Base64")
		}
		return s.visitor(ctx, caller, user, password)
	}
	return nil, status.Errorf(codes.Unauthenticated, "Access denied: the authorization is Basic or Bearer, not %q", form)
}

// credentialsOf reads user and password, in Base64 with or without its end.
func credentialsOf(text string) (user, password string, ok bool) {
	plain, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return "", "", false
	}
	return strings.Cut(string(plain), ":")
}

// visitor lets a user in by a password.
func (s *Server) visitor(ctx context.Context, caller account.Caller, user, password string) (*visitor, error) {
	claimed := account.NewSecret(password)
	if !s.engine.Admits(caller, user, password == "", func(known account.Secret) bool { return sameSecret(known, claimed) }) {
		using := map[bool]string{true: "NO", false: "YES"}[password == ""]
		return nil, status.Errorf(codes.Unauthenticated, "Access denied for user '%s'@'%s' (using password: %s)", strings.ToValidUTF8(user, "?"), caller.Host, using)
	}
	v := &visitor{user: user}
	if at, ok := ctx.Value(visitKey{}).(*visit); ok {
		v = at.of(user)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.secret, v.without = claimed, password == ""
	return v, nil
}

// same reports whether a secret is the one that the visitor has proved: a new password ends
// the tokens of the one before.
func (v *visitor) same(known account.Secret) bool { return sameSecret(v.secret, known) }

func sameSecret(a, b account.Secret) bool {
	return len(a.Caching) > 0 && subtle.ConstantTimeCompare(a.Caching, b.Caching) == 1
}

// handshake answers a call that was let in with a token.
func (s *Server) handshake(stream grpc.ServerStream) error {
	from, ok := stream.Context().Value(visitorKey{}).(*visitor)
	if !ok {
		return status.Error(codes.Unauthenticated, "Access denied")
	}
	from.mu.Lock()
	v := &visitor{user: from.user, secret: from.secret, without: from.without}
	from.mu.Unlock()
	said := metadata.Pairs(authHeader, "Bearer "+s.tokens.issue(v))
	stream.SetTrailer(said)
	return stream.SendHeader(said)
}

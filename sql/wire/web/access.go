package web

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"gsdms/sql"
	"gsdms/sql/account"
	"gsdms/sql/wire/metrics"
)

// ownHeader is what only pages of this server can send with a request: a browser asks first
// before it lets those of others.
const ownHeader = "X-Gsdms"

var (
	errOverNetwork = errors.New("over the network the page is only given encrypted: start gsdms serve with --tls-cert and --tls-key, or come from the machine itself")
	errStrangers   = errors.New("there are no users, so only this machine may come in, by localhost or 127.0.0.1 and not through a proxy; make a user first: CREATE USER name IDENTIFIED BY 'password'")
)

// reachable refuses who may not come by this way: over the network without encryption, and
// where there are no users all but those on this machine. Then the name that they call it by
// must be the machine's own, too: a page elsewhere can have its name mean this machine.
func (d *door) reachable(r *http.Request) error {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	here := local != nil && isLoopback(local.String()) && isLoopback(r.RemoteAddr)
	if !here && r.TLS == nil {
		return errOverNetwork
	}
	if d.engine.HasUsers() {
		return nil
	}
	if forwarded := r.Header.Get("Forwarded") + r.Header.Get("X-Forwarded-For"); !here || forwarded != "" || !isLoopbackName(r.Host) {
		return errStrangers
	}
	return nil
}

func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback()
}

func isLoopbackName(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	}
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// visit is a request of somebody who may come in.
type visit struct {
	user, host string
	cookie     string // "": there are no users
}

// session begins a session of who asks, which end ends.
func (d *door) session(v *visit, end func()) *sql.Session {
	return d.engine.Connect(sql.Client{User: v.user, Host: v.host, Close: end})
}

// callerOf is where a request comes from.
func callerOf(r *http.Request) account.Caller {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return account.Caller{Host: r.RemoteAddr}
	}
	return account.CallerAt(net.TCPAddrFromAddrPort(at))
}

// visitor says who asks, false for nobody who is known. Where there are no users that is
// who is on this machine, as root.
func (d *door) visitor(r *http.Request) (*visit, bool) {
	caller := callerOf(r)
	if !d.engine.HasUsers() {
		return &visit{user: "root", host: caller.Host}, d.engine.Admits(caller, "root", true, func(account.Secret) bool { return false })
	}
	c, err := r.Cookie(cookieName(r))
	if err != nil {
		return nil, false
	}
	user, ok := d.logins.user(d.engine, c.Value)
	return &visit{user: user, host: caller.Host, cookie: c.Value}, ok
}

// known lets requests through that a page of this server sends for somebody who is known.
func (d *door) known(next func(http.ResponseWriter, *http.Request, *visit)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !fromOwnPage(w, r) {
			return
		}
		v, ok := d.visitor(r)
		if !ok {
			refuse(w, http.StatusUnauthorized, "log in first")
			return
		}
		next(w, r, v)
	})
}

// fromOwnPage reports whether a page of this server asks, and refuses others.
func fromOwnPage(w http.ResponseWriter, r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); r.Header.Get(ownHeader) != "1" || site != "" && site != "same-origin" && site != "none" {
		refuse(w, http.StatusForbidden, "the request lacks the header "+ownHeader+": 1, or comes from another page")
		return false
	}
	return true
}

// me says who asks, and what the page should know.
func (d *door) me(w http.ResponseWriter, _ *http.Request, v *visit) {
	answer(w, http.StatusOK, map[string]any{
		"user": v.user, "login": v.cookie != "", "database": d.engine.Database(), "device": d.engine.Device().Name,
		"rows": maxRows, "bytes": maxBytes, "bounds": metrics.Bounds(),
	})
}

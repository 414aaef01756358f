package web

import (
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
	"sync"
	"time"

	"gsdms/sql"
	"gsdms/sql/account"
)

// How long a login lasts without a request, how many there are at most, and how long the
// answer to a wrong password takes.
const (
	lasting    = 12 * time.Hour
	maxLogins  = 1000
	mistake    = 300 * time.Millisecond
	maxGuesses = 4 // that are checked at the same time
)

// logins are those who have come in. The zero value holds none. Safe for concurrent use.
type logins struct {
	mu       sync.Mutex
	byCookie map[string]login
	guesses  chan struct{} // nil: nobody has tried
}

type login struct {
	user   string
	secret account.Secret // that was proved: another one ends the login
	seen   time.Time
}

// user says whose a cookie is, as long as the user is there with the same password.
func (l *logins) user(e *sql.Engine, cookie string) (string, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	one, ok := l.byCookie[cookie]
	if !ok {
		return "", false
	}
	if !e.Admits(account.Caller{}, one.user, false, one.same) || time.Since(one.seen) > lasting {
		delete(l.byCookie, cookie)
		return "", false
	}
	one.seen = time.Now()
	l.byCookie[cookie] = one
	return one.user, true
}

// enter takes somebody on and gives the cookie; of too many the one goes that was seen longest ago.
func (l *logins) enter(one login) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byCookie == nil {
		l.byCookie = map[string]login{}
	}
	if len(l.byCookie) >= maxLogins {
		oldest := ""
		for cookie, other := range l.byCookie {
			if oldest == "" || other.seen.Before(l.byCookie[oldest].seen) {
				oldest = cookie
			}
		}
		delete(l.byCookie, oldest)
	}
	cookie := rand.Text() + rand.Text()
	l.byCookie[cookie] = one
	return cookie
}

func (l *logins) leave(cookie string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.byCookie, cookie)
}

// guess takes a place among those whose passwords are checked.
func (l *logins) guess() chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.guesses == nil {
		l.guesses = make(chan struct{}, maxGuesses)
	}
	return l.guesses
}

// same reports whether a secret is the one that was proved.
func (l login) same(known account.Secret) bool {
	return len(known.Caching) > 0 && subtle.ConstantTimeCompare(l.secret.Caching, known.Caching) == 1
}

// login lets somebody in who knows a user's password.
func (d *door) login(w http.ResponseWriter, r *http.Request) {
	if !fromOwnPage(w, r) {
		return
	}
	var ask struct{ User, Password string }
	if err := read(w, r, &ask); err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	place := d.logins.guess()
	select {
	case place <- struct{}{}:
		defer func() { <-place }()
	case <-r.Context().Done():
		return
	}
	one := login{user: ask.User, secret: account.NewSecret(ask.Password), seen: time.Now()}
	if !d.engine.HasUsers() || !d.engine.Admits(callerOf(r), one.user, ask.Password == "", one.same) {
		time.Sleep(mistake)
		refuse(w, http.StatusUnauthorized, "the name or the password is wrong")
		return
	}
	setCookie(w, r, d.logins.enter(one), 0)
	answer(w, http.StatusOK, map[string]string{"user": ask.User})
}

// logout ends a login.
func (d *door) logout(w http.ResponseWriter, r *http.Request, v *visit) {
	d.logins.leave(v.cookie)
	setCookie(w, r, "", -1)
	answer(w, http.StatusOK, map[string]string{})
}

func setCookie(w http.ResponseWriter, r *http.Request, value string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(r), Value: value, Path: "/", MaxAge: age, HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteStrictMode,
	})
}

// cookieName has the port, since cookies of one machine's servers meet.
func cookieName(r *http.Request) string {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if local == nil {
		return "gsdms"
	}
	_, port, _ := net.SplitHostPort(local.String())
	return "gsdms-" + port
}

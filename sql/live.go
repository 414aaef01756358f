package sql

import (
	"maps"
	"slices"
	"time"

	"gsdms/optimizer"
	"gsdms/pushscan"
	"gsdms/sql/account"
)

// Live is what an engine does at a moment, as far as the user of a session may see it.
type Live struct {
	Status
	Now        []SessionNow
	Streams    []pushscan.StreamNow // tables that the user has nothing of have no name and no columns
	Waves      []pushscan.WaveNow   // the latest
	Everything bool                 // nothing was left out: the user sees the statements of others
}

// SessionNow is what a client's session does.
type SessionNow struct {
	Session    uint32
	User, Host string
	Text       string    // of the statement that runs, without passwords; "": none
	Since      time.Time // when it began, or the last one ended
}

// Live gives what the engine does: statements of others, and what tells of them, are for who
// has the privilege PROCESS. Any goroutine may call it.
func (s *Session) Live() Live {
	out := Live{Status: s.engine.Status()}
	r := s.rights()
	shown, everything := s.visible(r, s.engine.clients.list())
	out.Everything = everything
	for _, other := range shown {
		text, since := other.active.now()
		out.Now = append(out.Now, SessionNow{Session: other.id, User: other.userName(), Host: other.host(), Text: text, Since: since})
	}
	out.Streams, out.Waves = s.engine.run.Now()
	if !out.Everything {
		out.withhold(r)
	}
	return out
}

// visible are those of sessions whose statements the session's user may see: one's own for
// who lacks PROCESS. everything: none is left out.
func (s *Session) visible(r account.Rights, all []*Session) (shown []*Session, everything bool) {
	if r.NeedGlobal(account.Process) == nil {
		return all, true
	}
	for _, other := range all {
		if other.userName() == s.userName() {
			shown = append(shown, other)
		}
	}
	return shown, false
}

// withhold takes out what tells of the queries of others, and of tables that the user has
// nothing of.
func (l *Live) withhold(r account.Rights) {
	own := map[string]bool{}
	for _, a := range l.Now {
		own[queryText(a.Text)] = a.Text != ""
	}
	hidden := func(table string) bool { return table != "" && !r.Sees(table) }
	for i := range l.Streams {
		x := &l.Streams[i]
		unseen := x.Passing || hidden(x.Table)
		if unseen {
			x.Table = ""
		}
		for k := range x.Riders {
			rider := &x.Riders[k]
			if !own[rider.Text] {
				rider.Text = ""
			}
			if unseen {
				rider.Columns = nil
			}
		}
		if x.Wave != nil {
			w := nameless(*x.Wave, unseen)
			x.Wave = &w
		}
	}
	for i, w := range l.Waves {
		l.Waves[i] = nameless(w, hidden(w.Table))
	}
	maps.DeleteFunc(l.Traffic.Tables, func(table string, _ pushscan.TableTraffic) bool { return hidden(table) })
}

// nameless is a wave whose kernels do not say which queries they serve.
func nameless(w pushscan.WaveNow, unseen bool) pushscan.WaveNow {
	if unseen {
		w.Table = ""
	}
	wave := *w.Wave
	wave.Demands = slices.Clone(wave.Demands)
	for i := range wave.Demands {
		wave.Demands[i] = optimizer.Demand{Threads: wave.Demands[i].Threads}
	}
	w.Wave = &wave
	return w
}

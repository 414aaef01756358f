package operators

import (
	"strings"
	"testing"
)

func TestAccountsKeepTheirLimits(t *testing.T) {
	all := NewAccount(100, "all %d", nil)
	one, other := NewAccount(80, "one %d", all), NewAccount(80, "one %d", all)
	for _, step := range []struct {
		of              *Account
		bytes           int64
		want            string // in the error
		one, other, all int64
	}{
		{one, 70, "", 70, 0, 70},
		{one, 11, "one 80", 70, 0, 70},
		{other, 31, "all 100", 70, 0, 70},
		{other, 30, "", 70, 30, 100},
		{one, -20, "", 50, 30, 80},
		{other, 20, "", 50, 50, 100},
		{nil, 1 << 40, "", 50, 50, 100},
	} {
		err := step.of.Charge(step.bytes)
		if (err == nil) != (step.want == "") || err != nil && !strings.Contains(err.Error(), step.want) {
			t.Errorf("charge %d: %v, want %q", step.bytes, err, step.want)
		}
		if one.Used() != step.one || other.Used() != step.other || all.Used() != step.all {
			t.Fatalf("after %d: %d and %d of %d", step.bytes, one.Used(), other.Used(), all.Used())
		}
	}
	one.Empty()
	if one.Used() != 0 || all.Used() != 50 {
		t.Errorf("emptied: %d of %d", one.Used(), all.Used())
	}
	all.OnShort(other.Empty)
	if err := one.Charge(60); err != nil || other.Used() != 0 {
		t.Errorf("after what was kept for later could go: %v, %d kept", err, other.Used())
	}
}

// Who holds little is not refused for what those hold who take all that they get, and is no
// longer little once it holds much.
func TestWhatIsReservedIsForThoseWhoHoldLittle(t *testing.T) {
	all := NewAccount(8000, "all %d", nil)
	all.Reserve(640)
	heavy, light := NewAccount(0, "", all).Whole(), NewAccount(0, "", all).Whole()
	part := NewAccount(0, "", light) // of the light one's rows
	for _, step := range []struct {
		of    *Account
		bytes int64
		fits  bool
		all   int64
	}{
		{heavy, 7361, false, 0},
		{heavy, 7360, true, 7360},
		{heavy, 1, false, 7360},
		{light, 11, false, 7360},
		{light, 6, true, 7366},
		{part, 4, true, 7370},
		{part, 1, false, 7370},
		{heavy, -30, true, 7340},
		{part, 20, true, 7360},
		{all, 1, false, 7360},
	} {
		if err := step.of.Charge(step.bytes); (err == nil) != step.fits {
			t.Errorf("charge %d: %v, want it to fit: %v", step.bytes, err, step.fits)
		}
		if all.Used() != step.all {
			t.Fatalf("after %d: %d in all, want %d", step.bytes, all.Used(), step.all)
		}
	}
	_ = heavy.Charge(7360 - heavy.Used() - light.Used())
	if err := all.Part(t.Context()).Charge(11); err == nil {
		t.Error("what is not little has what is reserved")
	}
	if err := all.Part(t.Context()).Charge(10); err != nil {
		t.Error(err)
	}
	if left := heavy.Left(); left != 0 {
		t.Errorf("%d left beside what is reserved, want 0", left)
	}
}

// A charge that is refused takes nothing, not even for a moment.
func TestWhatDoesNotFitIsInNobodysWay(t *testing.T) {
	a := NewAccount(1000, "%d", nil)
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				_ = a.Charge(2000) // never fits
			}
		}
	}()
	for range 100_000 {
		if err := a.Charge(10); err != nil {
			t.Error(err)
			break
		}
		_ = a.Charge(-10)
	}
	close(stop)
	<-done
}

// turnsOfOne counts the turns that are taken.
type turnsOfOne struct{ taken int }

func (t *turnsOfOne) Take()  { t.taken++ }
func (t *turnsOfOne) Pause() {}
func (t *turnsOfOne) Leave() { t.taken-- }

// Who waits for memory in a turn gives it to others meanwhile, and has one again afterwards.
func TestNobodyWaitsForMemoryInATurn(t *testing.T) {
	turns := &turnsOfOne{}
	ctx, leave := InTurn(WithTurns(t.Context(), turns))
	all := NewAccount(100, "all %d", nil)
	waits := 0
	all.OnShort(func() {
		if waits++; turns.taken != 0 {
			t.Errorf("%d turns are held while one waits for memory", turns.taken)
		}
	})
	query := NewAccount(0, "", all)
	if err := NewAccount(0, "", query.Part(ctx)).Charge(101); err == nil || waits != 1 || turns.taken != 1 {
		t.Errorf("what does not fit: %v, %d waits, %d turns; want an error, 1 and 1", err, waits, turns.taken)
	}
	leave()
	if err := query.Part(WithTurns(t.Context(), turns)).Charge(101); err == nil || waits != 2 || turns.taken != 0 {
		t.Errorf("without a turn: %v, %d waits, %d turns; want an error, 2 and 0", err, waits, turns.taken)
	}
}

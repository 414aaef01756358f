package budget

import (
	"testing"

	"gsdms/operators"
)

// What is kept for later runs counts until a run has it or it is forgotten, and what its account has
// no room for is not kept.
func TestSpareCounts(t *testing.T) {
	account := operators.NewAccount(1000*wordBytes, "short of %d", nil)
	account.OnShort(func() { t.Error("others were to release memory for what is only kept") })
	var s Spare
	s.Put(make([]int64, 70))
	s.Under(account)
	used := func(words int64) {
		t.Helper()
		if got := account.Used(); got != words*wordBytes {
			t.Errorf("%d bytes are charged, not %d words", got, words)
		}
	}
	used(0)
	first := make([]int64, 600)
	s.Put(first)
	used(600)
	s.Put(make([]int64, 500))
	used(600)
	if got := s.Dirty(590); &got[0] != &first[0] {
		t.Error("what is kept is not given")
	}
	used(0)
	s.Put(first)
	s.Put(make([]int64, 300))
	used(900)
	s.Forget()
	used(0)
	if got := s.Get(600); &got[0] == &first[0] {
		t.Error("what is forgotten is given")
	}
}

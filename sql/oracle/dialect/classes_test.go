package dialect

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var (
	ofEach  = flag.Int("each", 60, "how many random statements of each class")
	ofClass = flag.String("class", "", "the only class of statements to make")
)

// TestClassesEqualMySQL compares random statements of the classes with MySQL 8.
func TestClassesEqualMySQL(t *testing.T) {
	b := open(t, mySQL())
	b.theirs.db.SetMaxOpenConns(1) // which has the variables
	for _, c := range classes {
		if *ofClass == "" || *ofClass == c.name {
			t.Run(c.name, func(t *testing.T) { b.class(t, c) })
		}
	}
}

// class compares random statements of a class.
func (b *both) class(t *testing.T, c class) {
	outcomes, shown := map[string]int{}, 0
	for i := range *ofEach {
		r := rand.New(rand.NewPCG(*seed+uint64(i), 17))
		set := ""
		if c.variables() {
			set = c.assignment(r)
			if b.ours.ask(t.Context(), set).err != nil || b.theirs.ask(t.Context(), set).err != nil {
				outcomes["no variables"]++
				continue
			}
		}
		s := c.statement(r)
		verdict, how := b.sameForm(t.Context(), s)
		if verdict == "differs" || verdict == "refused" {
			least := b.smallest(t.Context(), s, verdict)
			if least.String() != s.String() {
				_, how = b.compare(t.Context(), least)
			}
			all := strings.TrimSpace(set + "\n" + least.String() + "\n" + how)
			if verdict == "refused" {
				t.Logf("refused (-class %q -seed %d -each 1): %s", c.name, *seed+uint64(i), all)
			} else if reason := cmp.Or(deviation(least, how), formDeviates(least.String(), how)); reason != "" {
				if verdict = "explained: " + reason; *explained {
					t.Logf("%s (-class %q -seed %d -each 1)\n%s", verdict, c.name, *seed+uint64(i), all)
				}
			} else if shown++; shown <= *show {
				t.Errorf("(-class %q -seed %d -each 1)\n%s", c.name, *seed+uint64(i), all)
			}
		}
		outcomes[verdict]++
	}
	t.Log(outcomes)
}

// sameForm asks both and says what became of it, and how they differ: rows in any order where the statement has none,
// and the numbers of errors.
func (b *both) sameForm(ctx context.Context, s statement) (verdict, how string) {
	verdict, how = b.compare(ctx, s)
	ours, theirs := b.ours.ask(ctx, s.String()), b.theirs.ask(ctx, s.String())
	switch {
	case slices.Contains([]int{1253, 1267, 1270, 1271}, code(theirs.err)):
		return "collations that do not mix", ""
	case verdict == "both fail" && !sameError(code(ours.err), code(theirs.err)):
		return "differs", fmt.Sprintf("ours: %s\ntheirs: %s", short(ours.err), short(theirs.err))
	case verdict == "differs" && ours.err == nil && theirs.err == nil && !s.ordered && apart(ours, theirs) == "":
		return "same", ""
	case verdict == "differs" && ours.err == nil && theirs.err == nil && !s.ordered:
		return "differs", apart(ours, theirs)
	}
	return verdict, how
}

// sameError reports whether two errors say the same: that a column is no key of a group and not aggregated has several numbers.
func sameError(a, b int) bool {
	grouped := []int{1054, 1055, 1056, 1140, 3029}
	return a == b || slices.Contains(grouped, a) && slices.Contains(grouped, b)
}

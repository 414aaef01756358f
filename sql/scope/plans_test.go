package scope

import (
	"fmt"
	"testing"

	"gsdms/plan"
	"gsdms/plan/network/cut"
	"gsdms/pushscan/engine"
)

// tables is a catalog of empty tables.
type tables map[string]*plan.Table

func (t tables) Tables() []string { return nil }

func (t tables) Table(name string) (*plan.Table, error) {
	if one := t[name]; one != nil {
		return one, nil
	}
	return nil, fmt.Errorf("no table %s", name)
}

// planOn is a plan that reads a table.
func planOn(t *plan.Table) *engine.Query {
	return engine.NewQuery(&cut.Shape{Stages: []*cut.Stage{{Tables: []*plan.TableRef{{Table: t}}, From: []int{cut.Stored}}}})
}

// The cache holds no more than twice plansKept plans, and of those the ones that are in
// use: plansKept that are asked for in turn are all found.
func TestPlanCacheKeepsWhatIsUsed(t *testing.T) {
	table := &plan.Table{Name: "t"}
	view, c := tables{"t": table}, NewPlans()
	used := c.Put("used", planOn(table), view)
	for i := range 3 * plansKept {
		c.Put(fmt.Sprint(i), planOn(table), view)
		if i%(plansKept/4) == 0 && c.find("used", view) != used {
			t.Fatalf("the plan in use is gone after %d others", i)
		}
		if n := len(c.used) + len(c.old); n > 2*plansKept {
			t.Fatalf("%d plans are kept", n)
		}
	}
	if c.find("0", view) != nil {
		t.Error("a plan that was never used again is still there")
	}
	for i := range 3 * (plansKept - 1) {
		text := fmt.Sprint("turn", i%(plansKept-1))
		if q := c.find(text, view); q == nil && i >= plansKept-1 {
			t.Fatalf("%s is gone", text)
		} else if q == nil {
			c.Put(text, planOn(table), view)
		}
	}
	c.Put("used", used, view)
	if texts := []string{"turn0", "never", "used"}; c.FindAll(texts, view)[0] == nil || c.FindAll(texts, view)[1] != nil || c.FindAll(texts, view)[2] != used {
		t.Error("texts that come together get other plans than their own")
	}
}

// Plans of a snapshot that the view no longer gives are not found and not kept, in either
// half of the cache.
func TestPlanCacheForgetsOldSnapshots(t *testing.T) {
	before, after, other := &plan.Table{Name: "t"}, &plan.Table{Name: "t"}, &plan.Table{Name: "other"}
	c := NewPlans()
	c.Put("early", planOn(before), tables{"t": before})
	for i := range plansKept {
		c.Put(fmt.Sprint(i), planOn(other), tables{"other": other})
	}
	c.Put("late", planOn(before), tables{"t": before})
	now := tables{"t": after, "other": other}
	if got := c.FindAll([]string{"late", fmt.Sprint(plansKept - 1)}, now); got[0] != nil || got[1] == nil {
		t.Errorf("found %v", got)
	}
	if c.old["early"] == nil {
		t.Fatal("the early plan is not in the older half")
	}
	c.Sweep(now)
	if len(c.used)+len(c.old) != plansKept {
		t.Errorf("%d plans are left, want the %d of the other table", len(c.used)+len(c.old), plansKept)
	}
}

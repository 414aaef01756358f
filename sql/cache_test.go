package sql

import (
	"fmt"
	"testing"

	"gsdms/plan"
	"gsdms/plan/network"
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
	return engine.NewQuery(&network.Shape{Stages: []*network.Stage{{Tables: []*plan.TableRef{{Table: t}}, From: []int{network.Stored}}}})
}

// The cache holds no more than twice planCacheSize plans, and of those the ones that are in
// use: planCacheSize that are asked for in turn are all found.
func TestPlanCacheKeepsWhatIsUsed(t *testing.T) {
	table := &plan.Table{Name: "t"}
	view, c := tables{"t": table}, newPlanCache()
	used := c.put("used", planOn(table), view)
	for i := range 3 * planCacheSize {
		c.put(fmt.Sprint(i), planOn(table), view)
		if i%(planCacheSize/4) == 0 && c.find("used", view) != used {
			t.Fatalf("the plan in use is gone after %d others", i)
		}
		if n := len(c.used) + len(c.old); n > 2*planCacheSize {
			t.Fatalf("%d plans are kept", n)
		}
	}
	if c.find("0", view) != nil {
		t.Error("a plan that was never used again is still there")
	}
	for i := range 3 * (planCacheSize - 1) {
		text := fmt.Sprint("turn", i%(planCacheSize-1))
		if q := c.find(text, view); q == nil && i >= planCacheSize-1 {
			t.Fatalf("%s is gone", text)
		} else if q == nil {
			c.put(text, planOn(table), view)
		}
	}
	c.put("used", used, view)
	if texts := []string{"turn0", "never", "used"}; c.findAll(texts, view)[0] == nil || c.findAll(texts, view)[1] != nil || c.findAll(texts, view)[2] != used {
		t.Error("texts that come together get other plans than their own")
	}
}

// Plans of a snapshot that the view no longer gives are not found and not kept, in either
// half of the cache.
func TestPlanCacheForgetsOldSnapshots(t *testing.T) {
	before, after, other := &plan.Table{Name: "t"}, &plan.Table{Name: "t"}, &plan.Table{Name: "other"}
	c := newPlanCache()
	c.put("early", planOn(before), tables{"t": before})
	for i := range planCacheSize {
		c.put(fmt.Sprint(i), planOn(other), tables{"other": other})
	}
	c.put("late", planOn(before), tables{"t": before})
	now := tables{"t": after, "other": other}
	if got := c.findAll([]string{"late", fmt.Sprint(planCacheSize - 1)}, now); got[0] != nil || got[1] == nil {
		t.Errorf("found %v", got)
	}
	if c.old["early"] == nil {
		t.Fatal("the early plan is not in the older half")
	}
	c.sweep(now)
	if len(c.used)+len(c.old) != planCacheSize {
		t.Errorf("%d plans are left, want the %d of the other table", len(c.used)+len(c.old), planCacheSize)
	}
}

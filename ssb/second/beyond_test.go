package second

import (
	"fmt"
	"math/big"
)

func always(*usage) bool { return true }

func orNull(v null[string]) string {
	if v.ok {
		return v.v
	}
	return "NULL"
}

// counted is COUNT of the rows for which has holds: 0 where there are none.
type counted struct {
	has func(u *usage) bool
	n   int64
}

func count(has func(u *usage) bool) func() fold {
	return func() fold { return &counted{has: has} }
}

func (c *counted) add(u *usage) {
	if c.has(u) {
		c.n++
	}
}

func (c *counted) text() string { return fmt.Sprint(c.n) }

func octets(u *usage) null[int64] { return some(u.octets) }
func grade(u *usage) null[int64]  { return u.grade }
func fee(u *usage) null[int64]    { return u.fee }

// beyond are questions that the benchmark has no shape for, about NULL and distinct values.
func (w *world) beyond() []*question {
	return []*question{
		{name: "X.1", text: "select route, count(*), count(fee), sum(fee), avg(grade) from traffic group by route",
			keep: always, keys: []func(u *usage) string{func(u *usage) string { return orNull(u.route) }},
			folds: []func() fold{count(always), count(func(u *usage) bool { return u.fee.ok }), sum(2, fee), average(0, grade)}},
		{name: "X.2", text: "select l.bloc, count(*), count(distinct t.who) from traffic t left join mast m on t.mast = m.mast_id" +
			" left join zone z on m.stands = z.zone_id left join land l on z.zone_land = l.land_id group by l.bloc order by l.bloc",
			keep: always, keys: []func(u *usage) string{func(u *usage) string {
				if !stands(u) {
					return "NULL"
				}
				return u.mast.zone.land.bloc
			}},
			folds: []func() fold{count(always), countDistinct(func(u *usage) null[string] {
				return of(u.subscriber, func(s *subscriber) string { return s.alias })
			})}},
		{name: "X.3", text: "select family, count(distinct bundle_name), min(traffic_id), max(octets), min(price), sum(jitter), min(jitter), max(jitter)" +
			" from traffic t join bundle b on t.bundle = b.bundle_id where retries > 40 group by family",
			keep: func(u *usage) bool { return u.bundle != nil && u.retries > 40 }, keys: []func(u *usage) string{family},
			folds: []func() fold{countDistinct(func(u *usage) null[string] { return some(u.bundle.name) }),
				lowest(0, func(u *usage) null[int64] { return some(u.id) }), highest(0, octets),
				lowest(2, func(u *usage) null[int64] { return u.bundle.price }), newDoubles}},
		{name: "X.4", text: "select contract, grade, count(*) from traffic t join subscriber s on t.who = s.subscriber_id where fee is null or grade is null group by contract, grade",
			keep: func(u *usage) bool { return u.subscriber != nil && (!u.fee.ok || !u.grade.ok) },
			keys: []func(u *usage) string{func(u *usage) string { return orNull(u.subscriber.contract) }, func(u *usage) string {
				if !u.grade.ok {
					return "NULL"
				}
				return fmt.Sprint(u.grade.v)
			}}, folds: []func() fold{count(always)}},
	}
}

// wide are questions about negative numbers and those of 64 bits: the sums pass 64.
func (w *world) wide() []*question {
	return []*question{
		{name: "W.1", text: "select sum(octets), min(octets), max(octets), avg(octets), sum(fee), min(fee) from traffic where octets >= 0",
			keep:  func(u *usage) bool { return u.octets >= 0 },
			folds: []func() fold{sum(0, octets), lowest(0, octets), highest(0, octets), average(0, octets), sum(2, fee), lowest(2, fee)}},
		{name: "W.2", text: "select year_no, sum(octets), sum(cost), avg(fee)" + from + " where octets < -1000000000000000000 and fee < 0 group by year_no",
			keep: func(u *usage) bool { return u.octets < -1000000000000000000 && u.fee.ok && u.fee.v < 0 },
			keys: []func(u *usage) string{year}, folds: []func() fold{sum(0, octets), sum(0, func(u *usage) null[int64] { return some(u.cost) }), average(2, fee)}},
		{name: "W.3", text: "select sum(traffic_id), count(*) from traffic t join mast m on t.mast = m.mast_id where stands is null and cost < 0",
			keep:  func(u *usage) bool { return u.mast != nil && u.mast.zone == nil && u.cost < 0 },
			folds: []func() fold{sum(0, func(u *usage) null[int64] { return some(u.id) }), count(always)}},
	}
}

// passes64 reports whether some group's sum of the octets is beyond 64 bits.
func (w *world) passes64() bool {
	var all big.Int
	for i := range w.traffic {
		if n := w.traffic[i].octets; n >= 0 {
			all.Add(&all, big.NewInt(n))
		}
	}
	return !all.IsInt64()
}

package second

import (
	"fmt"
	"slices"
)

// The tables of the questions, joined as they ask for them.
const (
	from       = " from traffic t join slot d on t.slot = d.slot_id"
	withBundle = " join bundle b on t.bundle = b.bundle_id"
	withHome   = " join subscriber s on t.who = s.subscriber_id join zone sz on s.home = sz.zone_id join land sl on sz.zone_land = sl.land_id"
	withMast   = " join mast m on t.mast = m.mast_id join zone mz on m.stands = mz.zone_id join land ml on mz.zone_land = ml.land_id"
)

// questions have the benchmark's shapes first.
func (w *world) questions() []*question {
	return slices.Concat(w.ranges(), w.sales(), w.pairs(), w.profits(), w.beyond(), w.wide())
}

// What the questions read of a row. Those of a dimension are called after keep has seen
// that the row has one.
func year(u *usage) string       { return fmt.Sprint(u.slot.year) }
func bundleName(u *usage) string { return u.bundle.name }
func line(u *usage) string       { return u.bundle.line }
func family(u *usage) string     { return u.bundle.family }
func homeLand(u *usage) string   { return u.subscriber.zone.land.name }
func homeZone(u *usage) string   { return u.subscriber.zone.name }
func mastLand(u *usage) string   { return u.mast.zone.land.name }
func mastZone(u *usage) string   { return u.mast.zone.name }
func stands(u *usage) bool       { return u.mast != nil && u.mast.zone != nil }

func income(u *usage) null[int64] { return u.income }
func profit(u *usage) null[int64] { return null[int64]{u.income.v - 100*u.cost, u.income.ok} }
func product(u *usage) null[int64] {
	return null[int64]{u.fee.v * u.grade.v, u.fee.ok && u.grade.ok}
}

func in[T comparable](v T, set ...T) bool { return slices.Contains(set, v) }

// ranges are the shapes of the first flight: ranges of measures and of the calendar.
func (w *world) ranges() []*question {
	ask := func(name, where string, keep func(u *usage) bool) *question {
		return &question{name: name, like: "Q1." + name[2:], text: "select sum(fee * grade)" + from + " where " + where,
			keep: keep, folds: []func() fold{sum(2, product)}}
	}
	between := func(v null[int64], lo, hi int64) bool { return v.ok && lo <= v.v && v.v <= hi }
	return []*question{
		ask("R.1", "year_no = 2031 and grade between -3 and -1 and retries < 25", func(u *usage) bool {
			return u.slot.year == 2031 && between(u.grade, -3, -1) && u.retries < 25
		}),
		ask("R.2", "month_no = 203204 and grade between -1 and 1 and retries between 26 and 35", func(u *usage) bool {
			return u.slot.month == 203204 && between(u.grade, -1, 1) && between(some(u.retries), 26, 35)
		}),
		ask("R.3", "week_no = 6 and year_no = 2034 and grade between 3 and 5 and retries between 26 and 35", func(u *usage) bool {
			return u.slot.week == 6 && u.slot.year == 2034 && between(u.grade, 3, 5) && between(some(u.retries), 26, 35)
		}),
	}
}

// sales are the shapes of the second flight: a product's hierarchy and a place.
func (w *world) sales() []*question {
	ask := func(name, where string, keep func(u *usage) bool) *question {
		return &question{name: name, like: "Q2." + name[2:],
			text: "select year_no, bundle_name, sum(income)" + from + withBundle + withMast + " where " + where + " group by year_no, bundle_name order by year_no, bundle_name",
			keep: func(u *usage) bool { return u.bundle != nil && stands(u) && keep(u) },
			keys: []func(u *usage) string{year, bundleName}, folds: []func() fold{sum(2, income)}}
	}
	one := w.bundles[7]
	lo, hi := one.line+".05", one.line+".12"
	return []*question{
		ask("P.1", fmt.Sprintf("line = '%s' and ml.bloc = 'Zenith'", one.line), func(u *usage) bool {
			return u.bundle.line == one.line && u.mast.zone.land.bloc == "Zenith"
		}),
		ask("P.2", fmt.Sprintf("bundle_name between '%s' and '%s' and ml.bloc = 'Nadir'", lo, hi), func(u *usage) bool {
			return lo <= u.bundle.name && u.bundle.name <= hi && u.mast.zone.land.bloc == "Nadir"
		}),
		ask("P.3", fmt.Sprintf("bundle_name = '%s' and ml.bloc = 'Umbra'", one.name), func(u *usage) bool {
			return u.bundle.name == one.name && u.mast.zone.land.bloc == "Umbra"
		}),
	}
}

// pairs are the shapes of the third flight: two places and a time.
func (w *world) pairs() []*question {
	ask := func(name, columns, where string, keep func(u *usage) bool, keys ...func(u *usage) string) *question {
		return &question{name: name, like: "Q3." + name[2:],
			text: "select " + columns + ", year_no, sum(income)" + from + withHome + withMast + " where " + where + " group by " + columns + ", year_no order by year_no, 4 desc",
			keep: func(u *usage) bool { return u.subscriber != nil && stands(u) && keep(u) },
			keys: append(keys, year), folds: []func() fold{sum(2, income)}}
	}
	years := func(u *usage) bool { return 2030 <= u.slot.year && u.slot.year <= 2035 }
	l, z := w.lands[3].name, [2]string{w.zones[12].name, w.zones[101].name}
	cities := fmt.Sprintf("sz.zone_name in ('%s','%s') and mz.zone_name in ('%s','%s')", z[0], z[1], z[0], z[1])
	both := func(u *usage) bool { return in(homeZone(u), z[:]...) && in(mastZone(u), z[:]...) }
	return []*question{
		ask("D.1", "sl.land_name, ml.land_name", "sl.bloc = 'Corona' and ml.bloc = 'Corona' and year_no >= 2030 and year_no <= 2035", func(u *usage) bool {
			return years(u) && u.subscriber.zone.land.bloc == "Corona" && u.mast.zone.land.bloc == "Corona"
		}, homeLand, mastLand),
		ask("D.2", "sz.zone_name, mz.zone_name", fmt.Sprintf("sl.land_name = '%s' and ml.land_name = '%s' and year_no >= 2030 and year_no <= 2035", l, l), func(u *usage) bool {
			return years(u) && homeLand(u) == l && mastLand(u) == l
		}, homeZone, mastZone),
		ask("D.3", "sz.zone_name, mz.zone_name", cities+" and year_no >= 2030 and year_no <= 2035", func(u *usage) bool {
			return years(u) && both(u)
		}, homeZone, mastZone),
		ask("D.4", "sz.zone_name, mz.zone_name", cities+" and month_no = 203512", func(u *usage) bool {
			return u.slot.month == 203512 && both(u)
		}, homeZone, mastZone),
	}
}

// profits are the shapes of the fourth flight: everything joined, a difference summed.
func (w *world) profits() []*question {
	ask := func(name, columns, where string, keep func(u *usage) bool, keys ...func(u *usage) string) *question {
		return &question{name: name, like: "Q4." + name[2:],
			text: "select year_no, " + columns + ", sum(income - cost)" + from + withBundle + withHome + withMast + " where " + where + " group by year_no, " + columns + " order by year_no, " + columns,
			keep: func(u *usage) bool { return u.subscriber != nil && u.bundle != nil && stands(u) && keep(u) },
			keys: append([]func(u *usage) string{year}, keys...), folds: []func() fold{sum(2, profit)}}
	}
	late := func(u *usage) bool { return u.slot.year == 2035 || u.slot.year == 2036 }
	home := func(u *usage) bool { return u.subscriber.zone.land.bloc == "Azimuth" }
	place := func(u *usage) bool { return u.mast.zone.land.bloc == "Azimuth" }
	kinds := func(u *usage) bool { return in(u.bundle.family, "voice", "mesh") }
	l, b := w.lands[2].name, w.bundles[11].line
	return []*question{
		ask("F.1", "sl.land_name", "sl.bloc = 'Azimuth' and ml.bloc = 'Azimuth' and family in ('voice', 'mesh')", func(u *usage) bool {
			return home(u) && place(u) && kinds(u)
		}, homeLand),
		ask("F.2", "ml.land_name, line", "sl.bloc = 'Azimuth' and ml.bloc = 'Azimuth' and year_no in (2035, 2036) and family in ('voice', 'mesh')", func(u *usage) bool {
			return home(u) && place(u) && late(u) && kinds(u)
		}, mastLand, line),
		ask("F.3", "mz.zone_name, bundle_name", fmt.Sprintf("sl.bloc = 'Azimuth' and ml.land_name = '%s' and year_no in (2035, 2036) and line = '%s'", l, b), func(u *usage) bool {
			return home(u) && mastLand(u) == l && late(u) && u.bundle.line == b
		}, mastZone, bundleName),
	}
}

package cut

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/join"
)

// Source is a column of a stage.
type Source struct{ Stage, Column int }

// seek finds the columns of texts that stages leave for one that compares them with those of other stages'
// columns, of which a text that is not among those says no more than NULL does. So they need no numbers of
// their own, and are looked up in the others as they come.
func (s *Shape) seek() {
	readers, reads, with := make([]int, len(s.Stages)), map[Source]int{}, map[Source][]compared{}
	for _, stage := range s.Stages {
		stage.Sought = make([][]Source, len(stage.Columns))
	}
	if slices.ContainsFunc(s.Stages, func(stage *Stage) bool { return stage.Loop != nil }) {
		return // its steps run again, with other rows
	}
	for _, stage := range s.Stages {
		for _, from := range stage.Needs() {
			readers[from]++
		}
		stage.compares(reads, with)
	}
	for i, stage := range s.Stages {
		for column := range stage.Columns {
			of := Source{i, column}
			for _, c := range with[of] {
				if c.by.Stage >= 0 && c.by.Stage != i && readers[i] == 1 && (c.drops || reads[of] == 1) && stage.Numbered[column] {
					stage.Sought[column] = append(stage.Sought[column], c.by)
				}
			}
		}
	}
}

// compared is a column that another is compared with.
type compared struct {
	by    Source
	drops bool // no row of the other counts that has no equal one
}

// compares counts how often the stage reads columns of others, and notes those that conditions compare
// with each other.
func (s *Stage) compares(reads map[Source]int, with map[Source][]compared) {
	s.eachColumn(func(r plan.ColumnRef) { reads[s.source(r)]++ })
	note := func(conditions []plan.Expr, drops func(table int) bool) {
		for _, e := range conditions {
			if !equates(e) {
				continue
			}
			x, y := plan.Children(e)[0].(plan.ColumnRef), plan.Children(e)[1].(plan.ColumnRef)
			with[s.source(x)] = append(with[s.source(x)], compared{s.source(y), drops(x.Table)})
			with[s.source(y)] = append(with[s.source(y)], compared{s.source(x), drops(y.Table)})
		}
	}
	note(s.Where, func(table int) bool {
		return !slices.ContainsFunc(s.Partners, func(p join.Partner) bool { return p.Table == table })
	})
	for _, p := range s.Partners {
		note(p.On, func(table int) bool { return table == p.Table || p.Kind == plan.SemiJoin && !p.Optional })
	}
}

// source is the column of a stage that a column is, or one of no stage.
func (s *Stage) source(r plan.ColumnRef) Source { return Source{s.From[r.Table], r.Column} }

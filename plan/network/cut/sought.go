package cut

import (
	"slices"

	"gsdms/plan"
)

// Source is a column of a stage.
type Source struct{ Stage, Column int }

// Nowhere is the Source that is none.
var Nowhere = Source{-1, -1}

// seek finds the columns of texts that stages leave for one that compares them with those of another
// stage's column, and does nothing else with them: of a text that is not among those it says no more than
// NULL does. So they need no numbers of their own, and are looked up in the others as they come.
func (s *Shape) seek() {
	readers, reads, with := make([]int, len(s.Stages)), map[Source]int{}, map[Source]Source{}
	for _, stage := range s.Stages {
		stage.Sought = slices.Repeat([]Source{Nowhere}, len(stage.Columns))
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
			if by, ok := with[of]; ok && by.Stage >= 0 && by.Stage != i && readers[i] == 1 && reads[of] == 1 && stage.Numbered[column] {
				stage.Sought[column] = by
			}
		}
	}
}

// compares counts how often the stage reads columns of others, and notes those that conditions compare
// with each other.
func (s *Stage) compares(reads map[Source]int, with map[Source]Source) {
	s.eachColumn(func(r plan.ColumnRef) { reads[s.source(r)]++ })
	conditions := slices.Clone(s.Where)
	for _, p := range s.Partners {
		conditions = append(conditions, p.On...)
	}
	for _, e := range conditions {
		if equates(e) {
			x, y := s.source(plan.Children(e)[0].(plan.ColumnRef)), s.source(plan.Children(e)[1].(plan.ColumnRef))
			with[x], with[y] = y, x
		}
	}
}

// source is the column of a stage that a column is, or one of no stage.
func (s *Stage) source(r plan.ColumnRef) Source { return Source{s.From[r.Table], r.Column} }

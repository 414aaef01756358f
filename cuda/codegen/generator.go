package codegen

import "gsdms/operators"

// Generator writes kernels, and says where the state of their runs lies. It keeps what it has
// found out about the arrays of programs, and the layouts of programs that are asked for
// again and again, but no array and no program. Safe for concurrent use.
type Generator struct {
	stretches *stretches
	layouts   *layouts
}

// NewGenerator makes one that knows nothing yet.
func NewGenerator() *Generator {
	known := newStretches()
	return &Generator{stretches: known, layouts: newLayouts(known)}
}

// Kernel writes the kernel that runs the programs, all over the same table, row by
// row in one pass: each column that a filter reads is loaded once for V rows, and the
// rows left in a program's mask go through the routine of its body. Programs that differ
// in constants only share the routine; so do their kernels the text.
func (g *Generator) Kernel(programs ...*operators.Program) (*Source, error) {
	if len(programs) >= crowdFrom {
		if c := newCrowd(programs); c != nil {
			if s, err := generate(c, g.stretches, programs); err != nil || s.Shared <= blockShared {
				return s, err
			}
		}
	}
	return generate(newDirect(programs), g.stretches, programs)
}

// Stage writes the kernel of one operator of a program. It is what Kernel writes for the
// stage's program alone, but for where rows come from and where they go.
func (g *Generator) Stage(s *Stage) (*Source, error) { return generateStage(g.stretches, s) }

// Layout says where the state of a program's run lies, within a limit of memory in bytes: hash
// tables get what that leaves, up to two slots for each row of the table. An error that is an
// operators.Refused says that it is too large, or what of the program no kernel is generated for.
func (g *Generator) Layout(p *operators.Program, memory int64) (*Layout, error) {
	return g.layouts.of(p, memory)
}

// Outgrow has a program's next layout have room for all rows that can come, since more came than a
// Tight one has.
func (g *Generator) Outgrow(p *operators.Program, memory int64) { g.layouts.outgrow(p, memory) }

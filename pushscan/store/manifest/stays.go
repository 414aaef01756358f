package manifest

import (
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
)

// Stays says whether the stored numbers of a column of another manifest say the same in column i.
func (m *Manifest) Stays(i int, old *Manifest, from int) bool {
	was, is := &old.Columns[from], &m.Columns[i]
	f, g := old.ForeignOf(from), m.ForeignOf(i)
	if was.Type.Kind != is.Type.Kind || was.Type.Scale != is.Type.Scale || was.Nulls && !is.Nullable || (f == nil) != (g == nil) {
		return false
	}
	if f != nil {
		return f.Table == g.Table && f.RefColumn == g.RefColumn
	}
	char := strings.HasPrefix(was.Type.Name, "CHAR") || strings.HasPrefix(is.Type.Name, "CHAR")
	switch kind, _ := is.Type.ParseKind(); {
	case was.Type == is.Type || kind == plan.Double && is.Type.Name == value.DoubleName:
		return true
	case kind == plan.Double:
		return false // it has to be rounded
	case is.Type.Plan().Listed():
		return keepsMembers(was.Type.Plan(), is.Type.Plan())
	case kind == plan.String:
		return !char && (is.Type.Precision == 0 || was.Type.Precision > 0 && was.Type.Precision <= is.Type.Precision)
	case is.Type.Name == value.YearName:
		return false
	case was.Dict != nil: // codes of numbers, which some digits more hold, too
		return was.Type.Plan().Keyed() && is.Type.Precision >= was.Type.Precision
	}
	return is.Type.Min >= is.Type.Max || was.Min > was.Max || was.Min >= is.Type.Min && was.Max <= is.Type.Max
}

// keepsMembers says whether texts of a type are what another ENUM or SET has in their place.
func keepsMembers(was, is plan.Type) bool {
	before, now := was.Members(), is.Members()
	return was.Enum() == is.Enum() && was.Set() == is.Set() && len(before) <= len(now) && slices.Equal(before, now[:len(before)])
}

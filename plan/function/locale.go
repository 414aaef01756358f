package function

import (
	"strings"

	"gsdms/plan/value"
)

// marks are how numbers are written in some places.
type marks struct {
	point, thousands string
	indian           bool   // behind the first three digits a mark stands after each two
	locales          string // the places that write so
}

// locales are MySQL's places that do not write numbers as en_US does.
var locales = []marks{
	{",", ".", false, "be_BY da_DK de_BE de_DE de_LU es_AR es_BO es_CL es_CO es_EC es_ES es_PY es_UY es_VE fo_FO hu_HU id_ID is_IS lt_LT mn_MN nb_NO no_NO ro_RO ru_UA sq_AL tr_TR uk_UA vi_VN"},
	{",", "", false, "ca_ES de_AT el_GR eu_ES fr_BE fr_CA fr_CH fr_FR fr_LU gl_ES hr_HR it_IT nl_BE nl_NL pl_PL pt_BR pt_PT sl_SI"},
	{",", " ", false, "cs_CZ es_CR et_EE fi_FI lv_LV mk_MK ru_RU sk_SK sv_FI sv_SE"},
	{".", "", false, "ar_SA sr_RS"},
	{".", ",", true, "en_IN ta_IN te_IN"},
	{".", "'", false, "de_CH"},
	{",", "'", false, "it_CH rm_CH"},
	{",", "\x00", false, "bg_BG"},
}

// marksOf gives how numbers are written in a place, those of en_US where MySQL knows no such place.
func marksOf(locale string) marks {
	for _, m := range locales {
		for _, name := range strings.Fields(m.locales) {
			if strings.EqualFold(name, locale) {
				return m
			}
		}
	}
	return marks{point: ".", thousands: ","}
}

// FormatIn writes a number, of as many digits as it shall have, as a place does: FORMAT with a locale.
func FormatIn(_ value.Type, a []value.Value) (value.Value, error) {
	m := marksOf(a[1].Text)
	number, fraction, some := strings.Cut(a[0].Text, ".")
	number, negative := strings.CutPrefix(number, "-")
	text := ""
	for size := 3; len(number) > size; {
		number, text = number[:len(number)-size], m.thousands+number[len(number)-size:]+text
		if m.indian {
			size = 2
		}
	}
	if text = number + text; negative {
		text = "-" + text
	}
	if some {
		text += m.point + fraction
	}
	return value.OfString(text), nil
}

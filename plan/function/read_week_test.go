package function

import (
	"testing"

	"gsdms/plan/value"
)

// A day that is written by its week is read as that day, in each way to number weeks.
func TestStrToDateOfWeeks(t *testing.T) {
	date := value.Type{Kind: value.Date}
	for _, format := range []string{"%X%V %W", "%x%v %W", "%X-%V %a", "%x-%v %w", "%Y %U %W", "%Y week %u, %w", "%W %V of %X"} {
		for days := value.Days(1995, 1, 1); days < value.Days(2031, 1, 1); days++ {
			args := []value.Value{value.OfDate(days), value.OfString(format)}
			text, err := DateFormat(value.Type{Kind: value.String}, args)
			if err != nil {
				t.Fatal(err)
			}
			got, err := StrToDate(date, []value.Value{text, args[1]})
			if err != nil || got != args[0] {
				t.Fatalf("STR_TO_DATE('%s', '%s') is %s, %v; want %s", text.Text, format, got, err, args[0])
			}
		}
	}
}

// Weeks that no year has, or without the year that they belong to or their day, are no day. Those that are
// are the days that MySQL 8 gives.
func TestStrToDateOfOtherWeeks(t *testing.T) {
	for _, c := range []struct{ text, format, want string }{
		{"200442 Monday", "%X%V %W", "2004-10-18"},
		{"202200 Monday", "%X%V %W", "NULL"},
		{"202254 Monday", "%X%V %W", "NULL"},
		{"202210 Monday", "%X%v %W", "NULL"},
		{"202210 Monday", "%x%V %W", "NULL"},
		{"202210 Monday", "%Y%V %W", "NULL"},
		{"202210 Monday", "%X%U %W", "NULL"},
		{"202210", "%X%V", "NULL"},
		{"202210 7", "%X%V %w", "NULL"},
		{"202200 Sun", "%Y%u %a", "2022-01-02"},
		{"2022-03-05 Monday", "%Y-%m-%d %W", "2022-03-05"},
	} {
		got, err := StrToDate(value.Type{Kind: value.Date}, []value.Value{value.OfString(c.text), value.OfString(c.format)})
		if err != nil || got.String() != c.want && !(c.want == "NULL" && got.IsNull()) {
			t.Errorf("STR_TO_DATE('%s', '%s') is %s, %v; want %s", c.text, c.format, got, err, c.want)
		}
	}
}

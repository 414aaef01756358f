package value

import "testing"

// TestDaysAgree holds that the quick way from a date to its day gives what the plain one
// does, for months in and out of a year and years in and out of reach.
func TestDaysAgree(t *testing.T) {
	for _, year := range []int{-40000, -32769, -32768, -401, -1, 0, 1, 4, 100, 1582, 1900, 1970, 2000, 2023, 2024, 9999, 10000, 32768, 32769, 40000} {
		for month := -13; month <= 26; month++ {
			for _, day := range []int{-400, 0, 1, 28, 31, 366} {
				if got, want := Days(year, month, day), farDays(year, month, day); got != want {
					t.Fatalf("Days(%d, %d, %d) = %d, want %d", year, month, day, got, want)
				}
			}
		}
	}
	for days := Days(-5, 1, 1); days < Days(4000, 1, 1); days++ {
		if y, m, d := Civil(days); Days(y, m, d) != days {
			t.Fatalf("Days(%d, %d, %d) = %d, want %d", y, m, d, Days(y, m, d), days)
		}
	}
}

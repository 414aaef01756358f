package parse

import "testing"

func TestComplete(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "select 1": false, "select 1;": true, "select 1 ; -- end": true, "select 1; select": false,
		"select ';": false, "select 1 /* ;": false, `select 1\G`: true, "select 1 \\G \n": true, `select '\G`: false, `select 1\G 2`: false,
	} {
		if got := Complete(text); got != want {
			t.Errorf("Complete(%q) = %v", text, got)
		}
	}
}

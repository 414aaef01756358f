package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// needed skips a test where a program of the machine is not there.
func needed(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not there: %v", name, err)
	}
}

// written is what a command writes, as a file.
func written(t *testing.T, args ...string) (path string) {
	t.Helper()
	out, errs, status := runProgram(t, t.TempDir(), "", args...)
	if status != 0 || errs != "" {
		t.Fatalf("%v: status %d, %s", args, status, errs)
	}
	path = filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(path, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// completions are lines as a person types them, and words that must be offered, or must not
// be, in front of which is a "!".
var completions = []struct{ line, offers string }{
	{"gsdms ", "serve load ssb completion !gen !--to"},
	{"gsdms s", "sql serve ssb !load"},
	{"gsdms ssb ", "gen load run clients !serve"},
	{"gsdms ssb run --", "--concurrency --verify --no-verify --db --backend !--tls-cert"},
	{"gsdms --backend ", "auto cpu cuda !serve"},
	{"gsdms --db x ssb run --backend c", "cpu cuda !auto"},
	{"gsdms --form", "--format"},
	{"gsdms --format ", "csv ndjson !cpu"},
	{"gsdms bench groups ", "gen load run"},
	{"gsdms serve --tls", "--tls-cert --tls-key"},
	{"gsdms completion --thr", "--threads"},
}

// checkOffers compares what a shell offers.
func checkOffers(t *testing.T, line string, got []string, want string) {
	t.Helper()
	for _, w := range strings.Fields(want) {
		word, not := strings.CutPrefix(w, "!")
		if slices.Contains(got, word) == not {
			t.Errorf("%q: %s; offered are %q", line, w, got)
		}
	}
}

func TestBashCompletes(t *testing.T) {
	needed(t, "bash")
	script := written(t, "completion", "bash")
	for _, c := range append(completions, struct{ line, offers string }{"gsdms --backend = c", "cpu cuda !auto"}) {
		words := strings.Split(c.line, " ")
		const ask = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gsdms; printf '%s\n' "${COMPREPLY[@]}"`
		out, err := exec.Command("bash", append([]string{"-c", ask, "bash", script}, words...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%q: %v, %s", c.line, err, out)
		}
		checkOffers(t, c.line, strings.Fields(string(out)), c.offers)
	}
}

func TestFishCompletes(t *testing.T) {
	needed(t, "fish")
	script := written(t, "completion", "fish")
	for _, c := range completions {
		out, err := exec.Command("fish", "--no-config", "-c", `complete -c gsdms -e; source $argv[1]; complete -C $argv[2]`, script, c.line).CombinedOutput()
		if err != nil {
			t.Fatalf("%q: %v, %s", c.line, err, out)
		}
		var got []string
		for _, line := range strings.Split(string(out), "\n") {
			word, _, _ := strings.Cut(line, "\t")
			got = append(got, word)
		}
		checkOffers(t, c.line, got, c.offers)
	}
}

// In zsh the functions that offer words write them here, since they need an editor.
func TestZshCompletes(t *testing.T) {
	needed(t, "zsh")
	script := written(t, "completion", "zsh")
	const ask = `compdef() { : }; _files() { : }
		compadd() { shift; print -rl -- ${(M)@:#$PREFIX*} }
		_describe() { local array=${@[-1]} one; for one in ${(P)array}; do [[ $one == $PREFIX* ]] && print -r -- ${one%%:*}; done; return 0 }
		source $1; shift; words=("$@"); CURRENT=$#; PREFIX=$words[-1]; _gsdms`
	for _, c := range completions {
		out, err := exec.Command("zsh", append([]string{"-f", "-c", ask, "zsh", script}, strings.Split(c.line, " ")...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%q: %v, %s", c.line, err, out)
		}
		checkOffers(t, c.line, strings.Fields(string(out)), c.offers)
	}
}

// The manual page has each command and flag that the help of a command has, and is read
// without a complaint.
func TestManualPage(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the program ten times to print texts, in one goroutine, where the race detector, for which -short is, has nothing to see: make test runs it")
	}
	page := written(t, "man")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer(`\-`, "-", `\e`, `\`, `\&`, "").Replace(string(text))
	for _, command := range [][]string{{"sql"}, {"serve"}, {"load"}, {"export"}, {"ssb", "gen"}, {"tpch", "run"}, {"bench", "hits", "run"}, {"lab", "gpu"}, {"man"}} {
		help, _, _ := runProgram(t, t.TempDir(), "", append(command, "--help")...)
		if !strings.Contains(plain, `.SS "gsdms `+strings.Join(command, " ")+`"`) {
			t.Errorf("no section about %v", command)
		}
		for _, word := range strings.Fields(help) {
			flag, _, _ := strings.Cut(strings.TrimRight(word, ",."), "=")
			flag = strings.Replace(flag, "--[no-]", "--", 1)
			if strings.HasPrefix(word, "--") && flag != "--help" && !strings.Contains(plain, flag) {
				t.Errorf("%v: nothing about %s", command, flag)
			}
		}
	}
	needed(t, "groff")
	if out, err := exec.Command("groff", "-man", "-Tutf8", "-ww", "-z", page).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("groff: %v, %s", err, out)
	}
}

func TestCompletionRefuses(t *testing.T) {
	if _, errs, status := runProgram(t, t.TempDir(), "", "completion", "csh"); status != exitUsage || !strings.Contains(errs, "bash") {
		t.Errorf("status %d, %s", status, errs)
	}
}

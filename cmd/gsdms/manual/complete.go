package manual

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Shells lists the shells that there is a script for.
func Shells() []string { return []string{"bash", "zsh", "fish"} }

// Completion writes the script by which a shell completes the command line: commands,
// flags, the values of flags that have few, and files everywhere else.
func Completion(app *kong.Application, shell string) (string, error) {
	switch shell {
	case "bash":
		return bash(app), nil
	case "zsh":
		return zsh(app), nil
	case "fish":
		return fish(app), nil
	}
	return "", fmt.Errorf("no completion for %q: there is one for %s", shell, strings.Join(Shells(), ", "))
}

// paths gives what a line can begin with: the program and its commands.
func paths(app *kong.Application) (all []string) {
	visit(app.Node, func(n *kong.Node) { all = append(all, n.FullPath()) })
	return all[1:]
}

// quoted is a text as one word of a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// cases writes the paths as patterns of a case, each in quotes.
func cases(paths []string) string {
	all := make([]string, len(paths))
	for i, p := range paths {
		all[i] = quoted(p)
	}
	return strings.Join(all, "|")
}

// values writes, for each flag that takes a value, what a shell of Bourne's does behind it:
// few for one that has few values, else files.
func values(app *kong.Application, few func(words []string) string, files string) string {
	var b strings.Builder
	flagsUnder(app, func(path, below string, f *kong.Flag) {
		if !takesValue(f) {
			return
		}
		do := files
		if all := choices(f); all != nil {
			do = few(all)
		}
		var patterns []string
		for _, s := range spellings(f) {
			patterns = append(patterns, quoted(path)+below+quoted(" "+s))
		}
		fmt.Fprintf(&b, "\t%s) %s; return ;;\n", strings.Join(patterns, "|"), do)
	})
	return b.String()
}

// flagsUnder visits the flags with the commands that take them: a path, and as below the
// pattern of what may follow it. A flag of a command is one of those below it, too; those of
// a command that runs where none is named are not.
func flagsUnder(app *kong.Application, f func(path, below string, flag *kong.Flag)) {
	visit(app.Node, func(n *kong.Node) {
		for _, flag := range flagsOf(n) {
			f(n.FullPath(), "*", flag)
		}
		if n.DefaultCmd != nil {
			for _, flag := range flagsOf(n.DefaultCmd) {
				f(n.FullPath(), "", flag)
			}
		}
	})
}

// bash writes the script for bash. There --flag=value is three words.
func bash(app *kong.Application) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# bash completion for %[1]s
_%[1]s() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} at=%[1]s word words=
	COMPREPLY=()
	if [ "$cur" = "=" ]; then cur=; elif [ "$prev" = "=" ]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case "$at $word" in
		%[2]s) at="$at $word" ;;
		esac
	done
	case "$at $prev" in
`, app.Name, cases(paths(app)))
	b.WriteString(values(app, func(words []string) string {
		return fmt.Sprintf(`COMPREPLY=($(compgen -W %s -- "$cur"))`, quoted(strings.Join(words, " ")))
	}, ":"))
	b.WriteString("\tesac\n\tcase \"$at\" in\n")
	visit(app.Node, func(n *kong.Node) {
		fmt.Fprintf(&b, "\t%s) words=%s ;;\n", quoted(n.FullPath()), quoted(strings.Join(wordsAt(n), " ")))
	})
	fmt.Fprintf(&b, `	esac
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _%[1]s %[1]s %[1]s-cuda
`, app.Name)
	return b.String()
}

// wordsAt gives the commands and flags that may follow a command.
func wordsAt(n *kong.Node) []string {
	all := names(n)
	for _, f := range inherited(n) {
		all = append(all, spellings(f)...)
	}
	return all
}

// zsh writes the script for zsh.
func zsh(app *kong.Application) string {
	var b strings.Builder
	fmt.Fprintf(&b, `#compdef %[1]s %[1]s-cuda
# zsh completion for %[1]s
_%[1]s() {
	local at=%[1]s word
	local -a commands flags
	for word in "${(@)words[2,CURRENT-1]}"; do
		case "$at $word" in
		%[2]s) at="$at $word" ;;
		esac
	done
	local before="$words[CURRENT-1]"
	if [[ "$PREFIX" == --*=* ]]; then
		before="${PREFIX%%%%=*}"
		compset -P '*='
	fi
	case "$at $before" in
`, app.Name, cases(paths(app)))
	b.WriteString(values(app, func(words []string) string { return "compadd -- " + strings.Join(words, " ") }, "_files"))
	b.WriteString("\tesac\n\tcase \"$at\" in\n")
	visit(app.Node, func(n *kong.Node) {
		fmt.Fprintf(&b, "\t%s)\n\t\tcommands=(%s)\n\t\tflags=(%s) ;;\n", quoted(n.FullPath()), described(commandsOf(n)), described(helps(n)))
	})
	fmt.Fprintf(&b, `	esac
	(( $#commands )) && _describe -t commands command commands
	_describe -o -t options option flags
	_files
}
if [[ "$funcstack[1]" = "_%[1]s" ]]; then _%[1]s "$@"; else compdef _%[1]s %[1]s %[1]s-cuda; fi
`, app.Name)
	return b.String()
}

// commandsOf gives the commands below one with their help.
func commandsOf(n *kong.Node) (pairs [][2]string) {
	for _, child := range n.Children {
		if !child.Hidden {
			pairs = append(pairs, [2]string{child.Name, child.Help})
		}
	}
	return pairs
}

// helps gives the flags of a command with their help.
func helps(n *kong.Node) (pairs [][2]string) {
	for _, f := range inherited(n) {
		for _, s := range spellings(f) {
			pairs = append(pairs, [2]string{s, f.Help})
		}
	}
	return pairs
}

// described writes words and their help as zsh's _describe takes them.
func described(pairs [][2]string) string {
	all := make([]string, len(pairs))
	for i, p := range pairs {
		all[i] = quoted(p[0] + ":" + strings.ReplaceAll(brief(p[1]), ":", `\:`))
	}
	return strings.Join(all, " ")
}

// fish writes the script for fish.
func fish(app *kong.Application) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# fish completion for %[1]s
function __%[1]s_at --description 'whether the commands of the line are like this'
	set -l at %[1]s
	for word in (commandline -opc)[2..-1]
		switch "$at $word"
		case %[2]s
			set at "$at $word"
		end
	end
	string match -q -- $argv[1] $at
end
`, app.Name, strings.ReplaceAll(cases(paths(app)), "|", " "))
	visit(app.Node, func(n *kong.Node) {
		for _, p := range commandsOf(n) {
			fmt.Fprintf(&b, "complete -c %s -n %s -a %s -d %s\n", app.Name, quoted("__"+app.Name+"_at "+quotedFish(n.FullPath())), p[0], quotedFish(brief(p[1])))
		}
	})
	flagsUnder(app, func(path, below string, f *kong.Flag) { b.WriteString(fishFlag(app.Name, path+below, f)) })
	return b.String()
}

// fishFlag writes the lines of a flag of the commands whose path is like a pattern.
func fishFlag(program, pattern string, f *kong.Flag) (lines string) {
	head := fmt.Sprintf("complete -c %s -n %s", program, quoted("__"+program+"_at "+quotedFish(pattern)))
	line := head + " -l " + f.Name
	if f.Short != 0 {
		line += " -s " + string(f.Short)
	}
	if few := choices(f); few != nil {
		line += " -x -a " + quotedFish(strings.Join(few, " "))
	} else if takesValue(f) {
		line += " -r"
	}
	help := " -d " + quotedFish(brief(f.Help)) + "\n"
	lines = line + help
	if all := spellings(f); slices.Contains(all, opposite(f)) {
		lines += head + " -l " + strings.TrimPrefix(opposite(f), "--") + help
	}
	return lines
}

// quotedFish is a text as one word of fish, where the backslash is one within quotes, too.
func quotedFish(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`).Replace(text) + `"`
}

package manual

import (
	"fmt"
	"io"
	"strings"

	"gsdms/sql"
	"gsdms/sql/setting"
)

// generated heads the pages.
const generated = "<!-- Made by make docs of the tables in sql/manual and sql; changes belong there. -->\n\n"

// page writes lines; the first error stays.
type page struct {
	out io.Writer
	err error
}

func (p *page) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.out, format+"\n", args...)
	}
}

// code is a text as code in a cell of a table.
func code(text string) string {
	if text == "" {
		return ""
	}
	quote := "`"
	if strings.Contains(text, "`") {
		quote = "``"
	}
	return quote + strings.ReplaceAll(text, "|", `\|`) + quote
}

// cell is a text in a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// WriteSQL writes the page of statements, types and functions.
func WriteSQL(w io.Writer) error {
	p := &page{out: w}
	p.line("# SQL\n\n%sMySQL's dialect. Every example on this page is run by a test.", generated)
	p.line("\n## Statements\n\n| statement | what it does | example |\n|---|---|---|")
	for _, s := range Statements() {
		p.line("| %s | %s | %s |", code(s.Form), cell(s.About), code(s.Example))
	}
	p.line("\n## Types\n\n| type | what it holds | a constant | shown |\n|---|---|---|---|")
	for _, t := range Types() {
		p.line("| %s | %s | %s | %s |", code(t.Name), cell(t.About), code(t.Value), code(t.Shown))
	}
	p.line("\n## Functions\n\nA function of NULL is NULL unless it says otherwise. Functions that are the same have the name of the other in place of what they do.")
	for _, s := range Sections() {
		p.line("\n### %s\n\n| function | what it gives | example | answer |\n|---|---|---|---|", s.Title)
		for _, f := range s.Functions {
			p.line("| %s | %s | %s | %s |", code(f.Call()), cell(f.About), code("SELECT "+f.Example), code(f.Answer))
		}
	}
	return p.err
}

// WriteSettings writes the page of settings.
func WriteSettings(w io.Writer) error {
	p := &page{out: w}
	p.line("# Settings\n\n%sOf a session: `SHOW VARIABLES` lists them, `SET name = value` changes one, `SELECT @@name` gives it.\n", generated)
	p.line("| setting | default | what it is for |\n|---|---|---|")
	for _, s := range sql.Settings() {
		if s.Fixed {
			s.Default = "" // a flag says it
		}
		p.line("| %s | %s | %s |", code(s.Name), code(s.Default), cell(s.About))
	}
	p.line("\nClients of MySQL find these variables, too. Where one could change what a statement means, it takes only the values that it has here; the others are taken and change nothing, but for cte_max_recursion_depth, which is how often a WITH RECURSIVE may run, and group_concat_max_len, the bytes behind which GROUP_CONCAT cuts a text, with warning 1260 (MySQL has 1024 of them where nobody says more).\n")
	p.line("| variable | value | may be set |\n|---|---|---|")
	for _, v := range setting.DescribeVariables() {
		if v.Name == "hostname" {
			v.Default = "" // the machine's
		}
		p.line("| %s | %s | %s |", code(v.Name), code(v.Default), map[bool]string{true: "no", false: "yes"}[v.Fixed])
	}
	return p.err
}

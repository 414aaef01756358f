package main

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"
)

// release and commit are written by the linker where a release is built (make release);
// otherwise they are empty, and what the Go tool wrote into the program counts.
var release, commit string

// version says which release this is, or the commit that it was built from, and how.
func version() string {
	text := "gsdms " + releaseName()
	info, ok := debug.ReadBuildInfo()
	switch {
	case commit != "":
		text += ", commit " + commit
	case ok:
		text += commitOf(info)
	}
	return text + ", " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH + ", backends " + strings.Join(backendNames(), " and ")
}

// releaseName is the number of the release, "(devel)" where the program was built without.
func releaseName() string {
	info, ok := debug.ReadBuildInfo()
	if release != "" || !ok {
		return cmp.Or(release, "(devel)")
	}
	return cmp.Or(strings.TrimPrefix(info.Main.Version, "v"), "(devel)")
}

// commitOf names the commit that the Go tool has seen.
func commitOf(info *debug.BuildInfo) (text string) {
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			text += ", commit " + s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			text += " with changes"
		}
	}
	return text
}

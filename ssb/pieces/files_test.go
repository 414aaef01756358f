package pieces

import (
	"os"
	"runtime"
	"strings"
	"testing"
)

func TestFullDiskSaysWhatToDo(t *testing.T) {
	if runtime.GOOS != "linux" {
		return
	}
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	_, err = f.Write([]byte("x"))
	if got := (Files{Dir: "somewhere", Space: "it takes a lot"}).explain(err); !strings.Contains(got.Error(), "free space under somewhere") {
		t.Errorf("error %v", got)
	}
}

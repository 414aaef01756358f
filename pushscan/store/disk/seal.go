package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"
)

// A sealed file is one JSON object with a checksum over its body, byte by byte:
//
//	{"checksum":"0123456789abcdef","body":
//	{…}
//	}
const (
	sealHead = `{"checksum":"`
	sealMid  = "\",\"body\":\n"
	sealTail = "\n}\n"
)

// maxSealed caps what is read of a sealed file: a manifest takes about 60 bytes per
// column and segment, so this is enough for 10^11 values.
const maxSealed = 256 << 20

// Sum is the checksum of a body, as sealed files and those that name them spell it.
func Sum(body []byte) string { return fmt.Sprintf("%016x", xxhash.Sum64(body)) }

// Seal wraps a body of JSON.
func Seal(body []byte) []byte {
	return []byte(sealHead + Sum(body) + sealMid + string(body) + sealTail)
}

// unseal gives the body back if every byte of the file is as seal wrote it.
func unseal(file []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(file, []byte(sealHead))
	if !ok || len(rest) < 16 {
		return nil, errors.New("it does not begin as the store writes it")
	}
	want := string(rest[:16])
	body, ok := bytes.CutPrefix(rest[16:], []byte(sealMid))
	if !ok {
		return nil, errors.New("it does not begin as the store writes it")
	}
	body, ok = bytes.CutSuffix(body, []byte(sealTail))
	if !ok {
		return nil, errors.New("it is cut short")
	}
	if got := Sum(body); got != want {
		return nil, fmt.Errorf("its checksum is %s, not %s as written", got, want)
	}
	return body, nil
}

// ReadSealed reads a whole sealed file of bounded size and gives its body.
func ReadSealed(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxSealed {
		return nil, fmt.Errorf("%s is no regular file of at most %d bytes", path, int64(maxSealed))
	}
	file := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead)) // one read gives all, and another one its end
	if _, err := file.ReadFrom(io.LimitReader(f, maxSealed)); err != nil {
		return nil, err
	}
	return unseal(file.Bytes())
}

package mysql

import (
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/subtle"

	"gsdms/sql/account"
)

// The ways to prove a password that clients know.
const (
	native  = "mysql_native_password"
	caching = "caching_sha2_password"
)

// saltBytes is how many random bytes a proof is made with.
const saltBytes = 20

// salt makes random bytes without zeros, which end a text.
func salt() []byte {
	b := make([]byte, saltBytes)
	_, _ = rand.Read(b) // never fails
	for i := range b {
		b[i] = b[i]&0x7f | 1
	}
	return b
}

// proves reports whether a proof was made with the password: it is the password's hash,
// masked by a hash of the salt and of what is kept.
func proves(s account.Secret, plugin string, salt, proof []byte) bool {
	switch plugin {
	case native:
		mask := sha1.Sum(append(append([]byte(nil), salt...), s.Native...))
		return unmasks(proof, mask[:], func(hash []byte) []byte { h := sha1.Sum(hash); return h[:] }, s.Native)
	case caching:
		mask := sha256.Sum256(append(append([]byte(nil), s.Caching...), salt...))
		return unmasks(proof, mask[:], func(hash []byte) []byte { h := sha256.Sum256(hash); return h[:] }, s.Caching)
	}
	return false
}

func unmasks(proof, mask []byte, hash func([]byte) []byte, kept []byte) bool {
	if len(proof) != len(mask) || len(kept) == 0 {
		return false
	}
	plain := make([]byte, len(mask))
	subtle.XORBytes(plain, proof, mask)
	return subtle.ConstantTimeCompare(hash(plain), kept) == 1
}

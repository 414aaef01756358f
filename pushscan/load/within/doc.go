// Package within opens and makes files that lie in folders which are allowed, its roots: what lies
// outside is not even looked at, and no link leads out.
package within

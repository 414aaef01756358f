// Package account knows the users who come in over the network, their passwords' hashes and
// their privileges, in a file beside the tables, and says what is permitted. It knows no
// sessions.
package account

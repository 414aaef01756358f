// Package web is a door to an engine for those who have a browser: a page with an SQL
// console, and one that shows the streams and who rides on them while they run.
//
// Nothing is built: the page is files of package assets, as they are, and uses nothing from
// elsewhere. Statements are run as those of any client: each request has a session of its
// own, with the rights of its user, and a reader who is slow holds up nobody else.
//
//	server.go  the addresses, and what all answers have in common
//	access.go  who may come in; logins.go who has
//	run.go     statements and their rows; rows.go rows as JSON; export.go as files
//	catalog.go what an editor completes
//	watch.go   what the engine does, several times a second; sight.go as JSON
package web

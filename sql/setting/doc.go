// Package setting is what SET changes for a session: the settings of gsdms, the variables of
// MySQL that its clients ask for, and the user's own, @name.
package setting

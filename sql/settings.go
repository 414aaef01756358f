package sql

import (
	"gsdms/pushscan"
	"gsdms/sql/setting"
)

// Settings lists the settings of a session with what they are for.
func Settings() []setting.Description {
	return setting.Describe(setting.Values{Cache: true, Memory: DefaultMemory, QueryMemory: pushscan.DefaultQueryMemory})
}

package inform

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"gsdms/sql/account"
	"gsdms/sql/result"
	"gsdms/sql/setting"
)

// systemTables lists the database mysql: what users and their privileges are, without what is
// kept of passwords, and tables that tools ask for which have no rows. A new one is a row here.
func systemTables() []described {
	return []described{
		{"columns_priv", "Host,Db,User,Table_name,Column_name,Timestamp,Column_priv", nil},
		{"component", "component_id#,component_group_id#,component_urn", nil},
		{"db", "Host,Db,User," + databasePrivileges, (*describer).databaseGrants},
		{"default_roles", "HOST,USER,DEFAULT_ROLE_HOST,DEFAULT_ROLE_USER", nil},
		{"func", "name,ret#,dl,type", nil},
		{"general_log", "event_time,user_host,thread_id#,server_id#,command_type,argument", nil},
		{"global_grants", "USER,HOST,PRIV,WITH_GRANT_OPTION", nil},
		{"help_topic", "help_topic_id#,name,help_category_id#,description,example,url", nil},
		{"plugin", "name,dl", nil},
		{"procs_priv", "Host,Db,User,Routine_name,Routine_type,Grantor,Proc_priv,Timestamp", nil},
		{"proxies_priv", "Host,User,Proxied_host,Proxied_user,With_grant#,Grantor,Timestamp", nil},
		{"role_edges", "FROM_HOST,FROM_USER,TO_HOST,TO_USER,WITH_ADMIN_OPTION", nil},
		{"slow_log", "start_time,user_host,query_time,lock_time,rows_sent#,rows_examined#,db,last_insert_id#,insert_id#,server_id#,sql_text,thread_id#", nil},
		{"tables_priv", "Host,Db,User,Table_name,Grantor,Timestamp,Table_priv,Column_priv", (*describer).tableGrants},
		{"time_zone", "Time_zone_id#,Use_leap_seconds", nil},
		{"time_zone_name", "Name,Time_zone_id#", nil},
		{"user", "Host,User," + serverPrivileges + ",ssl_type,ssl_cipher,x509_issuer,x509_subject,max_questions#,max_updates#,max_connections#,max_user_connections#,plugin,authentication_string,password_expired,password_last_changed,password_lifetime#,account_locked,Create_role_priv,Drop_role_priv,Password_reuse_history#,Password_reuse_time#,Password_require_current,User_attributes", (*describer).accounts},
	}
}

const (
	databasePrivileges = "Select_priv,Insert_priv,Update_priv,Delete_priv,Create_priv,Drop_priv,Grant_priv,References_priv,Index_priv,Alter_priv,Create_tmp_table_priv,Lock_tables_priv,Create_view_priv,Show_view_priv,Create_routine_priv,Alter_routine_priv,Execute_priv,Event_priv,Trigger_priv"
	serverPrivileges   = "Select_priv,Insert_priv,Update_priv,Delete_priv,Create_priv,Drop_priv,Reload_priv,Shutdown_priv,Process_priv,File_priv,Grant_priv,References_priv,Index_priv,Alter_priv,Show_db_priv,Super_priv,Create_tmp_table_priv,Lock_tables_priv,Execute_priv,Repl_slave_priv,Repl_client_priv,Create_view_priv,Show_view_priv,Create_routine_priv,Alter_routine_priv,Create_user_priv,Event_priv,Trigger_priv,Create_tablespace_priv"
)

// everyUser visits the users by name.
func (d *describer) everyUser(visit func(name string, u account.User)) {
	for _, name := range slices.Sorted(maps.Keys(d.Users)) {
		visit(name, d.Users[name])
	}
}

// yes is Y for each of the columns whose privilege is among those, N for others.
func yes(columns string, p account.Privileges) []any {
	has := p.List()
	var out []any
	for _, column := range strings.Split(columns, ",") {
		cell := "N"
		if slices.Contains(has, strings.ToUpper(strings.TrimSuffix(column, "_priv"))) || column == "Grant_priv" && p&account.GrantOption != 0 {
			cell = "Y"
		}
		out = append(out, cell)
	}
	return out
}

func (d *describer) accounts() {
	d.everyUser(func(name string, u account.User) {
		var attributes any
		if text := u.Limits.AttributesText(); text != "" {
			attributes = text
		}
		row := append([]any{"%", name}, yes(serverPrivileges, u.Granted().Global)...)
		d.Add(append(row, "", "", "", "", 0, 0, 0, u.Limits.Connections, "caching_sha2_password", "", "N", nil, nil, "N", "N", "N", nil, nil, nil, attributes)...)
	})
}

func (d *describer) databaseGrants() {
	d.everyUser(func(name string, u account.User) {
		for _, database := range databasesOf(u.Granted()) {
			if p := u.Granted().In(database); p != 0 {
				d.Add(append([]any{"%", cmp.Or(database, d.Database), name}, yes(databasePrivileges, p)...)...)
			}
		}
	})
}

func (d *describer) tableGrants() {
	d.everyUser(func(name string, u account.User) {
		tables := u.Granted().Tables
		for _, table := range slices.Sorted(maps.Keys(tables)) {
			var words []string
			for _, p := range tables[table].List() {
				words = append(words, p[:1]+strings.ToLower(strings.TrimSuffix(p[1:], " OPTION")))
			}
			database, own := d.Named(table)
			d.Add("%", database, name, own, "", nil, strings.Join(words, ","), "")
		}
	})
}

// sysTables lists the database sys.
func sysTables() []described {
	return []described{
		{"processlist", "thd_id#,conn_id#,user,db,command,state,time#,current_statement", (*describer).sysProcesses},
		{"sys_config", "variable,value,set_time,set_by", nil},
		{"version", "sys_version,mysql_version", func(d *describer) { d.Add("2.1.2", setting.ServerVersion) }},
	}
}

func (d *describer) sysProcesses() {
	list := &describer{Grid: &result.Grid{}, Facts: d.Facts}
	list.processes()
	for _, r := range list.Rows {
		d.Add(r[0], r[0], r[1].(string)+"@"+r[2].(string), r[3], r[4], r[6], r[5], r[7])
	}
}

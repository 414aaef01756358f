// Package inform tells what there is: the tables of INFORMATION_SCHEMA and
// performance_schema, and what SHOW lists. It makes them of facts that a session gives, as who
// asks may see them; queries read them like other tables.
package inform

# Talks to a server of gsdms as a program with Perl's DBI does. Arguments: the port, and the
# driver, MariaDB or mysql.
use strict;
use warnings;
use utf8;
use DBI;

my ($port, $driver) = @ARGV;
my $prefix = lc $driver eq 'mysql' ? 'mysql' : 'mariadb';
for my $prepared (0, 1) {
	my $db = DBI->connect("DBI:$driver:database=shop;host=127.0.0.1;port=$port", 'root', '',
		{ RaiseError => 1, PrintError => 0, AutoCommit => 1, "${prefix}_server_prepare" => $prepared, $prefix eq 'mysql' ? (mysql_enable_utf8mb4 => 1) : () });
	$db->do('DROP TABLE IF EXISTS pl');
	$db->do('CREATE TABLE pl (k INT PRIMARY KEY, d DECIMAL(10,2), f DOUBLE, s VARCHAR(20), day DATE)');
	my @rows = ([1, '1.50', '0.25', "it's \\ \"ä\"", '2024-02-29'], [2, undef, undef, undef, undef]);
	my $insert = $db->prepare('INSERT INTO pl VALUES (?, ?, ?, ?, ?)');
	$insert->execute(@$_) for @rows;
	my $spell = sub { join "\n", map { join '|', map { $_ // 'NULL' } @$_ } @{ $_[0] } };
	my $got = $db->selectall_arrayref('SELECT * FROM pl WHERE k <= ? ORDER BY k', undef, 2);
	die "prepared $prepared: " . $spell->($got) if $spell->($got) ne $spell->(\@rows);
	my $names = $db->selectcol_arrayref('SHOW TABLES LIKE ?', undef, 'pl');
	die "tables: @$names" if "@$names" ne 'pl';
	my @keys = $db->primary_key(undef, 'shop', 'pl');
	die "keys: @keys" if "@keys" ne 'k';
	my $columns = $db->column_info(undef, 'shop', 'pl', '%')->fetchall_arrayref({ COLUMN_NAME => 1 });
	die 'columns' if join(',', map { $_->{COLUMN_NAME} } @$columns) ne 'k,d,f,s,day';
	eval { $db->selectall_arrayref('SELECT * FROM nope') };
	die "an unknown table: $@" if $db->err != 1146;
	$db->do('DROP TABLE pl');
	die 'ping' if !$db->ping;
	$db->disconnect;
}

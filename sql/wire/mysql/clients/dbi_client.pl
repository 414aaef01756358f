# Talks to a server of gsdms as a program with Perl's DBI does. Arguments: the port, and the
# driver, MariaDB or mysql.
use strict;
use warnings;
use utf8;
use DBI;
use POSIX ();

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
	every($db);
	$db->disconnect;
}

# What every client does: parameters of every type, the benchmark, a million rows, a cancelled query, a
# connection that is gone.
sub open_it {
	return DBI->connect("DBI:$driver:database=shop;host=127.0.0.1;port=$port", 'root', '', { RaiseError => 1, PrintError => 0 });
}
sub every {
	my ($db) = @_;
	my @row = (1, '-9223372036854775807', '18446744073709551615', -128, '-1234567890123456789012345678.90', 0.1, 1.5, "it's \\ \"ä\" %", "line\nline", "\x00\xff'\\", "\xde\xad\xbe\xef",
		'2024-02-29', '2024-02-29 23:59:01.125000', '2024-02-29 23:59:01', '12:03:04', 2024, 1, 'b', '{"a": [1, null]}');
	my @none = (2, (undef) x 18);
	$db->do('DELETE FROM bound');
	my $put = $db->prepare('INSERT INTO bound VALUES (' . join(', ', ('?') x 19) . ')');
	for my $row (\@row, \@none) {
		$put->bind_param($_ + 1, $row->[$_], $_ == 9 || $_ == 10 ? DBI::SQL_BLOB : ()) for 0 .. $#$row;
		$put->execute;
	}
	die 'rows that were bound: ' . $db->selectrow_array('SELECT n FROM same') if $db->selectrow_array('SELECT n FROM same') != 2;
	my $got = $db->selectall_arrayref('SELECT * FROM every WHERE k <= ? ORDER BY k', undef, 2);
	my $spell = sub { join "\n", map { join '|', map { $_ // 'NULL' } @$_ } @_ };
	die 'rows of every type: ' . $spell->(@$got) if $spell->(@$got) ne $spell->(\@row, \@none);
}
sub whole { open my $f, '<', $_[0] or die "$_[0]: $!"; local $/; return <$f> }
my $db = open_it();
my @files = glob "$ENV{STAR}/*.sql";
die 'queries' if @files != 13;
for my $file (@files) {
	my $got = join '', map { join("\t", @$_) . "\n" } @{ $db->selectall_arrayref(whole($file)) };
	die "$file: $got" if $got ne whole($file =~ s/sql$/tsv/r);
}
# DBD::MariaDB gets no row where it shall not store them, from MariaDB neither.
my $all = $db->prepare('SELECT n, half, s, d FROM million', $prefix eq 'mysql' ? { mysql_use_result => 1 } : {});
$all->execute;
my ($count, $sum, $none) = (0, 0, 0);
while (my $r = $all->fetchrow_arrayref) { $count++; $sum += $r->[0]; $none++ if !defined $r->[3] }
die "a million rows: $count $sum $none" if "$count $sum $none" ne '1000000 499999500000 142858';
my ($me) = $db->selectrow_array('SELECT CONNECTION_ID()');
my $child = fork // die "fork: $!";
if (!$child) {
	my $other = open_it();
	select undef, undef, undef, 0.02 while !$other->selectrow_array("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $me AND info LIKE '%JOIN million b%'");
	$other->do("KILL QUERY $me");
	POSIX::_exit(0); # the handles are the parent's, too
}
eval { $db->selectrow_array('SELECT COUNT(*) FROM million a JOIN million b ON a.half * b.half + MOD(a.n, b.n + 3) < 17') };
die "a cancelled query: $@" if $db->err != 1317;
waitpid $child, 0;
die 'after a cancelled query' if $db->selectrow_array('SELECT 7') != 7;
my $other = open_it();
$other->do("KILL $me");
eval { $db->do('SELECT 1') } and die 'a connection that was killed goes on';
die 'a new connection' if open_it()->selectrow_array('SELECT COUNT(*) FROM million') != 1000000;

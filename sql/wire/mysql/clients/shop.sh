#!/bin/sh
# Makes what clients ask about: a folder of tables, shop, with the star schema benchmark at scale factor
# 0.01, a million rows and values of every type; and star, with the benchmark's 13 queries and their
# answers as lines of fields parted by tabs. Arguments: the program, a folder in which to put both. Run it
# at the root of the repository.
set -eu
here=$(dirname "$0")
"$1" --db "$2/shop" --backend cpu ssb load --sf 0.01
"$1" --db "$2/shop" --backend cpu <"$here/million.sql"
"$1" --db "$2/shop" --backend cpu <"$here/every.sql"
mkdir -p "$2/star"
cp ssb/queries/q*.sql "$2/star"
gzip -dc ssb/answers/sf0.01.json.gz | perl -MJSON::PP -e '
	my $queries = decode_json(join "", <STDIN>)->{queries};
	for my $name (keys %$queries) {
		open my $to, ">", "$ARGV[0]/$name.tsv" or die "$name: $!";
		print $to join("\t", @$_), "\n" for @{ $queries->{$name}{rows} };
	}' "$2/star"

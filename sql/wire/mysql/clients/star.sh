#!/bin/sh
# Puts the 13 queries of the star schema benchmark, and their answers at scale factor 0.01 as lines of
# fields parted by tabs, into a folder. Arguments: the root of the repository, the folder.
set -eu
mkdir -p "$2"
cp "$1"/ssb/queries/q*.sql "$2"
gzip -dc "$1/ssb/answers/sf0.01.json.gz" | perl -MJSON::PP -e '
	my $queries = decode_json(join "", <STDIN>)->{queries};
	for my $name (keys %$queries) {
		open my $to, ">", "$ARGV[0]/$name.tsv" or die "$name: $!";
		print $to join("\t", @$_), "\n" for @{ $queries->{$name}{rows} };
	}' "$2"

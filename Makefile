# make ssb   the main job: data, load, the 13 queries alone and together, answers checked
# make tpch  the same for data and 22 queries derived from TPC-H
# make test  the tests
.PHONY: build release cuda cuda-check gpu-test check clients cluster page vuln test ssb tpch torture bench bench-peers shell rewrite generate generated docs style clean

SF      ?= 1
GO      ?= go
DB      ?= gsdms-data/ssb-sf$(SF)
BIN     := gsdms

build:
	$(GO) build -o $(BIN) ./cmd/gsdms

# release makes release/: static programs, gsdms-cuda where CUDA's headers are, a Debian
# package with a unit of systemd, and sums; it installs the package in a scratch root and
# runs it. VERSION=1.2.3 names it, else git does.
release:
	MAKE="$(MAKE)" cmd/gsdms/release/build.sh

LDFLAGS ?=

# The headers are Debian's nvidia-cuda-dev or a CUDA toolkit (CUDA=/usr/local/cuda) of
# release 11.8, 12 or 13; a machine without a GPU links against the toolkit's stub of the
# driver.
CUDA  ?= /usr/local/cuda
STUBS := $(firstword $(wildcard $(CUDA)/lib64/stubs /usr/lib/x86_64-linux-gnu/stubs))
# Go's cache of builds does not look at headers, but at flags: COMPAT changes with the header.
COMPAT := $(firstword $(shell cksum < cuda/card/compat/cuda.h))
CGO   := CGO_ENABLED=1 CGO_CFLAGS="-O2 -DCOMPAT=$(COMPAT) -I$(CURDIR)/cuda/card/compat -I$(CUDA)/include" CGO_LDFLAGS="$(if $(STUBS),-L$(STUBS))"
cuda:
	$(CGO) $(GO) build -tags cuda -ldflags "$(LDFLAGS)" -o $(BIN)-cuda ./cmd/gsdms

# cuda-check compiles what has the tag cuda, tests included; running it takes a GPU. Without
# one the program runs on the CPU: the toolkit's stub plays a driver that finds none.
cuda-check: cuda
	$(CGO) $(GO) vet -tags cuda ./...
	cd sql/oracle && $(CGO) $(GO) vet -mod=mod -tags cuda .
	dir=$$(mktemp -d) && trap "rm -rf $$dir" EXIT && ln -s $(STUBS)/libcuda.so $$dir/libcuda.so.1 && \
	LD_LIBRARY_PATH=$$dir ./$(BIN)-cuda --db $$dir/db -e 'SELECT 1'

# gpu-test runs the tests that need a GPU: some 3 minutes beside 16 cores, which compile.
gpu-test:
	$(CGO) $(GO) test -tags cuda -count=1 -timeout 40m -run 'Card' ./cuda/... ./cmd/gsdms
	cd sql/oracle && $(CGO) $(GO) test -mod=mod -tags cuda -count=1 -timeout 40m -run 'Card' .

ssb: build
	./$(BIN) --db $(DB) ssb load --sf $(SF)
	./$(BIN) --db $(DB) ssb run --concurrency 1,13 --verify

# tpch ends with an error while there are queries that are refused, or take longer than
# TPCH_LIMIT.
TPCH_DATA  ?= tpch-data/sf$(SF)
TPCH_DB    ?= gsdms-data/tpch-sf$(SF)
TPCH_LIMIT ?= 1m
tpch: build
	./$(BIN) tpch gen --sf $(SF) --out $(TPCH_DATA)
	./$(BIN) --db $(TPCH_DB) tpch load --sf $(SF) --from $(TPCH_DATA)
	./$(BIN) --db $(TPCH_DB) --timeout $(TPCH_LIMIT) tpch run --concurrency 1,22 --verify

# Programs of tests are linked without what a debugger reads, in half the time; vet is a step of
# check.
TESTED := -vet=off -ldflags=-w

test:
	$(GO) test $(TESTED) -timeout 25m ./...
	cd sql/oracle && $(GO) test -ldflags=-w -timeout 25m -mod=mod ./...

# page looks at the web page with chromium, where there is one; PICTURES=DIR leaves pictures.
page:
	cd sql/wire/web/browser && GSDMS_PICTURES=$(PICTURES) $(GO) test -mod=mod -v ./...

# clients talks to "gsdms serve" with clients of MySQL, Flight SQL and ADBC, which it installs; as root on
# Debian, with npm. One that is not to be had is skipped with the reason.
clients:
	sql/wire/mysql/clients/run.sh
	sql/wire/flight/clients/run.sh

# cluster spreads the benchmark over three nodes by MariaDB's Spider and compares the answers
# with one node's (docs/cluster.md); CLUSTER_SF is the scale factor.
CLUSTER_SF ?= 0.1
cluster:
	SF=$(CLUSTER_SF) sql/wire/mysql/cluster/run.sh

# check is what runs before a commit. Under the race detector random tests try less of the same, which
# is what -short asks of them; make test tries it all.
check: style generated
	$(GO) vet ./...
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
	$(GO) test -race -short $(TESTED) -timeout 40m ./...

# vuln asks the public database of vulnerabilities, so it needs that much of the network.
vuln:
	$(GO) run golang.org/x/vuln/cmd/govulncheck@v1.1.4 ./...

style:
	@bad=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$bad" ] || { echo "gofmt would change:"; echo "$$bad"; exit 1; }

# torture repeats, for so many seconds, what is hostile: broken files, each round others;
# kills at random points; little memory, few descriptors, full disks (as root); errors of the
# system by strace, where that is installed; storms of sessions that want all memory, or are
# cancelled; readers that do not read. SEED repeats what a line of a run names.
TORTURE ?= 1200
SEED    ?= $(shell date +%s)
torture:
	end=$$(($$(date +%s) + $(TORTURE))); seed=$$(($(SEED) - 1)); \
	while [ $$(date +%s) -lt $$end ]; do \
	  seed=$$((seed + 1)); echo "torture: seed $$seed"; \
	  GSDMS_HOSTILE=50 GSDMS_HOSTILE_SEED=$$seed GSDMS_STORE_CRASHES=30 $(GO) test $(TESTED) -count=1 \
	    -run 'Hostile|AnyFrame|Child|Killed|FullDisk|Scarce|Flipped|Misshapen|Swapped|Cut|Concurrent|Cancel|Damaged|Slow|LongTexts' \
	    ./pushscan/load/... ./pushscan/store ./sql || exit 1; \
	  GSDMS_HOSTILE=10 GSDMS_HOSTILE_SEED=$$seed $(GO) test $(TESTED) -count=1 -run 'Signals|LoadRefuses|Injected|Storm' ./cmd/gsdms || exit 1; \
	  GSDMS_HOSTILE=20 GSDMS_HOSTILE_TIME=1m $(GO) test $(TESTED) -count=1 -run 'Hostile' ./sql/wire/mysql ./sql/wire/flight ./sql/wire/web || exit 1; \
	done

bench: build
	./$(BIN) --db $(DB) ssb load --sf $(SF)
	./$(BIN) --db $(DB) ssb run --concurrency 1,13,26,52,104 --runs 15 --verify

# bench-peers compares with DuckDB on the same data, machine and threads. It builds DuckDB's
# driver (cgo) and takes about 5 minutes at scale factor 1. SUITE is what is asked: ssb,
# ssb-nokeys (the same data with no key declared), shapes (queries of other kinds on it),
# tpch and tpch-nokeys (derived from TPC-H, as make tpch), odd (statements as nobody means to
# write them, on its data),
# groups (the db-benchmark), hits (web analytics) or random (queries of a seed, on the data
# derived from TPC-H). PEERS has flags, such as
#   make bench-peers SF=10 PEERS="-only queries,batches -against memory -batches 13"
#   make bench-peers SUITE=groups PEERS="-only queries -rows 1000000 -against memory,packed"
#   make bench-peers SUITE=random PEERS="-only queries -seed 3 -count 200 -rounds 1 -warm 1 -runs 2"
# for the first of which 8 GB of memory are enough. A quiet machine matters: the last lines
# say whether it was.
SUITE ?= ssb
DATA  ?= ssb-data
PEERS ?=
bench-peers:
	cd ssb/peers && $(GO) build -mod=mod -o ../../$(BIN)-peers .
	./$(BIN)-peers -suite $(SUITE) -sf $(SF) -dir $(DATA) $(PEERS)

# generated makes the assembly anew and fails if that changes a file.
generated: generate
	git diff --exit-code -- operators/simd

generate:
	$(GO) generate ./operators/simd

# docs makes the pages anew that are made of tables in the code; a test holds that they are
# current.
docs:
	$(GO) run ./cmd/docs docs

shell: build
	./$(BIN)

# rewrite takes the text tests' output as the new truth; read the diff before a commit.
rewrite:
	$(GO) test $$(git grep -l cockroachdb/datadriven -- '*_test.go' | xargs -n1 dirname | sort -u | sed 's|^|./|') -rewrite

clean:
	rm -rf $(BIN) $(BIN)-cuda $(BIN)-peers release

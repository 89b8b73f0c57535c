# Short names for what ./run does, for people whose hands say "make".
.PHONY: test bench bench-check

test:
	./run test

bench:
	./run bench

bench-check:
	./run bench --check

# tries: let a result grow while it is read
# duration: 4
# from: size checked once and read later
tried growing-result
(echo '<svg>'; echo '</svg>') > grow.svg
perl -e 'fork && exit; open(F, ">>", "grow.svg"); for (1..300) { syswrite(F, "x" x 100_000); select(undef, undef, undef, 0.005) }'

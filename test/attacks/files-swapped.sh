# tries: swap a result for something else as fast as possible
# duration: 4
# from: time of check to time of use
tried swapped-result
echo '<svg></svg>' > a.svg; mkdir b; mkfifo c
perl -e 'if (!fork) { for (1..40000) { rename "a.svg", "t.svg"; rename "b", "a.svg"; rename "a.svg", "b"; rename "c", "a.svg"; rename "a.svg", "c"; rename "t.svg", "a.svg" } exit } select(undef, undef, undef, 0.3)'
call exchange 316 -100 s:a.svg -100 s:/etc/texmf 2

# tries: close or fill what the program is read by
# duration: 3
# from: readers that wait for an end that never comes
tried output-closed
perl -e 'fork && exit; $0 = "asyground-outlived"; close STDIN; close STDOUT; close STDERR; sleep 300'
exec 2>&-

# tries: make processes that are stopped and do not hear that they shall end
# duration: 3
# from: SIGTERM to stopped processes
tried fork-stopped
perl -e 'for (1..40) { next if fork; $0 = "asyground-outlived"; kill STOP => $$; sleep 300 }'

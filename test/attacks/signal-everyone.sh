# tries: kill or stop everything we can
# from: kill -9 -1 in shared hosting
# ends: .
tried kill-everyone
kill -STOP 1; kill -9 1; kill -9 -1

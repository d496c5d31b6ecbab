# tries: make system calls that a filter does not see
# from: CVE-2021-41073, and Google turning io_uring off after most of its bounties went there
call io-uring-setup 425 8 b:120
call io-uring-enter 426 3 1 1 0 0 0
call io-uring-register 427 3 0 0 0
call aio-setup 206 8 b:8

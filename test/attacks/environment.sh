# tries: find tokens and addresses in environments
# from: Codecov 2021, CircleCI 2023: secrets taken from the environment
hidden environments 'token|secret|redis|passw|DATA_DIR|HOME=/root' sh -c 'cat /proc/*/environ | tr "\0" "\n"'
hidden own-environment 'token|secret|redis|passw|DATA_DIR|HOME=/root' env
hidden auxiliary-vector 'asyground|supervisor|/root' sh -c 'cat /proc/*/auxv | tr "\0" "\n"'

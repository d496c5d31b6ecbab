# Before every attack in shell (test/attack.ts). Each act has a name and says ATTEMPTED with it: an act whose tool is
# missing or broken must not pass for a wall. What is said stands at once in a picture of its own, so that it comes out
# also of a jail that is killed.
said=
tried() { # NAME, right before an act that may not come back
  said="$said ATTEMPTED $1;"
  echo "<svg>$said</svg>" > attempted.svg
  echo "ATTEMPTED $1"
}
forbidden() { # NAME COMMAND..., which must fail
  act=$1
  shift
  tried "$act"
  ("$@") > .printed 2>&1 < /dev/null
  case $? in
    0) echo "PWNED $act" ;;
    # Not found, and what perl says of a program that it cannot read or finish.
    127 | 255) echo "MISSING $act: $(head -c 200 .printed)" ;;
  esac
}
hidden() { # NAME PATTERN COMMAND..., whose output must not match
  act=$1
  pattern=$2
  shift 2
  tried "$act"
  "$@" 2> /dev/null < /dev/null | grep -aqE -e "$pattern" && echo "PWNED $act"
}
call() { # NAME NUMBER ARGUMENTS..., a system call that must fail. A text is s:TEXT, an empty buffer b:BYTES.
  act=$1
  shift
  tried "$act"
  perl -e '
    my ($number, @arguments) = map { /^s:(.*)/s ? "$1" : /^b:(\d+)$/ ? "\0" x $1 : /^0x/ ? hex : $_ + 0 } @ARGV;
    exit(syscall($number, @arguments) >= 0 ? 0 : 100);
  ' -- "$@" > .printed 2>&1
  case $? in
    0) echo "PWNED $act" ;;
    # Refused, or killed by the filter.
    100 | 159) ;;
    *) echo "MISSING $act: $(head -c 200 .printed)" ;;
  esac
}

#!/bin/sh
# An outside worker for task graphs, with curl (docs/task-graph.md, "Outside workers"): {"external": "plot"} runs the
# program `plot` of a folder of yours. It runs nothing else, and only for the owner that you name.
#   ASYGROUND_TOKEN=... ASYGROUND_OWNER=token:... ASYGROUND_COMMANDS=./commands sh examples/workers/worker.sh
# Sees what is available, takes one, renews while it runs.
: "${ASYGROUND_TOKEN:?}" "${ASYGROUND_OWNER:?}" "${ASYGROUND_COMMANDS:?}"
token_of_worker=$ASYGROUND_TOKEN
unset ASYGROUND_TOKEN
api="${ASYGROUND_URL:-http://127.0.0.1:3000}/api/v1"
name="$(uname -n)-$$"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 0' TERM INT

ask() { # method, path, body
  curl -sS --max-time 30 -X "$1" "$api$2" -H "Authorization: Bearer $token_of_worker" \
    ${3:+-H 'Content-Type: application/json' -d "$3"}
}
text() { sed -n "s/.*\"$1\":\"\([^\"\\\\]*\)\".*/\1/p" | head -n 1; }
number() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" | head -n 1; }

run() { # the task as JSON
  id=$(printf %s "$1" | text id) token=$(printf %s "$1" | text token)
  grace=$(($(printf %s "$1" | number max_termination_time_ms) / 1000))
  # A name of letters, digits, - and _ only: it stays in the folder, and no shell reads it.
  command=$(printf %s "$1" | text external)
  case "$command" in '' | *[!A-Za-z0-9_-]*) command='' ;; *) command="$ASYGROUND_COMMANDS/$command" ;; esac
  [ -x "$command" ] || command=false
  setsid "$command" </dev/null >"$work/log" 2>&1 &
  child=$! cancelled='' waited=0
  while sleep 1 && kill -0 "$child" 2>/dev/null; do
    if [ -n "$cancelled" ]; then
      waited=$((waited + 1))
      [ "$waited" -lt "$grace" ] || kill -KILL "-$child" 2>/dev/null
    elif ask POST "/tasks/$id/renew" "{\"token\":\"$token\"}" | grep -qv '"cancel":false'; then
      cancelled=yes
      kill -TERM "-$child" 2>/dev/null
    fi
  done
  wait "$child"
  code=$?
  status=success state=terminated
  [ "$code" -eq 0 ] || status=failure
  [ "$code" -lt 128 ] || status=signal
  [ -z "$cancelled" ] || status=cancelled state=cancelled
  curl -sS -X PUT "$api/tasks/$id/log" -H "Authorization: Bearer $token_of_worker" -H "Attempt-Token: $token" \
    -H 'Content-Type: text/plain' --data-binary "@$work/log" >/dev/null
  ask PATCH "/tasks/$id" "{\"state\":\"$state\",\"token\":\"$token\",\"execution_info\":{\"exit_status\":\"$status\",\"exit_code\":$code}}" >/dev/null
}

while :; do
  id=$(ask GET '/tasks?state=available&kind=external&limit=1&fields=id&owner='"$ASYGROUND_OWNER" | text id)
  if [ -z "$id" ]; then sleep 1; continue; fi
  claimed=$(ask PATCH "/tasks/$id" "{\"state\":\"running\",\"execution_info\":{\"worker\":\"$name\"}}")
  # Somebody else may have been first.
  case "$claimed" in *'"token":'*) run "$claimed" ;; esac
done

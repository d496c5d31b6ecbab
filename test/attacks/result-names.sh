# tries: results whose names are options, paths or control characters
# from: wildcard injection: tar --checkpoint-action
tried result-names
echo '<svg></svg>' > ./-rf.svg; echo '<svg></svg>' > "$(printf 'a\nb\033.svg')"; echo '<svg></svg>' > '$(id).svg'; echo '<svg></svg>' > "$(printf '\377\376.svg')"
tried result-names-of-objects
for name in __proto__ constructor hasOwnProperty toString x.constructor ..svg ...svg '; ls' '<img src=x>' '%2e%2e%2f'; do echo '<svg></svg>' > "$name.svg"; done
tried result-long-name
echo '<svg></svg>' > "$(head -c 250 /dev/zero | tr '\0' n).svg"

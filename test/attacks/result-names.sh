# tries: results whose names are options, paths or control characters
# from: wildcard injection: tar --checkpoint-action
echo '<svg></svg>' > ./-rf.svg; echo '<svg></svg>' > "$(printf 'a\nb\033.svg')"; echo '<svg></svg>' > '$(id).svg'; echo '<svg></svg>' > "$(printf '\377\376.svg')"

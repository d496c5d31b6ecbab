-- Ends everything of fronts whose lease has run out (docs/parallel-requests.md, 9). ARGV: prefix of keys.
local dead = call('ZRANGEBYSCORE', fronts, '-inf', '(' .. clock())
local touched = {}
for _, front in ipairs(dead) do
  for _, held in ipairs(call('HVALS', prefix .. 'held:' .. front)) do
    local type = typeOf(held)
    touched[type] = true
    lower(type)
  end
  local waiting = call('HGETALL', prefix .. 'waiting:' .. front)
  for i = 1, #waiting, 2 do leaveLine(front, waiting[i], waiting[i + 1]) end
  call('DEL', prefix .. 'held:' .. front, prefix .. 'waiting:' .. front)
  call('ZREM', fronts, front)
end
for type in pairs(touched) do admit(type) end
return #dead

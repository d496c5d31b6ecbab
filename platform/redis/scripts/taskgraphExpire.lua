-- The task graph: takes tasks from workers whose lease has run out (docs/task-graph.md, 8).
-- ARGV: most tasks at once, most abandoned attempts of a task. Answers their ids.
local late = call('ZRANGEBYSCORE', key('leases'), '-inf', now, 'LIMIT', 0, ARGV[2])
for _, id in ipairs(late) do
  local task = load(id)
  if task then abandon(task, ARGV[3]) else call('ZREM', key('leases'), id) end
end
flush()
return late

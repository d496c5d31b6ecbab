-- The task graph: takes tasks from workers whose lease has run out (docs/task-graph.md, 8).
-- ARGV: most tasks at once, most abandoned attempts of a task. Answers their ids.
local late = call('ZRANGEBYSCORE', key('leases'), '-inf', now, 'LIMIT', 0, ARGV[3])
for _, id in ipairs(late) do
  local task = load(id)
  if not task then
    call('ZREM', key('leases'), id)
  else
    local ran = closeAttempt(task, 'abandoned', {})
    local abandoned = task.abandoned + 1
    local counts = { 'attempts', task.attempts - 1, 'abandoned', abandoned }
    if task.state == 'pending_cancellation' then
      enter(task, 'cancelled', 'exit', 'abandoned', 'runMs', ran, unpack(counts))
    else
      endInFailure(task, 'abandoned', abandoned < tonumber(ARGV[4]), ran, unpack(counts))
    end
  end
end
flush()
return late

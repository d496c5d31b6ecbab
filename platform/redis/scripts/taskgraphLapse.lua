-- The task graph: cancels tasks that nobody has claimed, or that their owner has held back, for too long, and what is below
-- them. What waits for a parent lapses with that one.
-- ARGV: since when in milliseconds, then ids in the order of their age. Answers how many of them are old enough to lapse.
local since, old = tonumber(ARGV[2]), 0
for i = 3, #ARGV do
  local id = ARGV[i]
  local task = load(id)
  local times = call('HMGET', key('task', id), 'created', 'updated')
  if task and (tonumber(times[1]) or 0) >= since then break end
  old = old + 1
  local waitsSince = task and tonumber(task.state == 'available' and task.availableAt or times[2]) or 0
  local isUnclaimed = task and (task.state == 'available' or (task.state == 'inactive' and task.pending == 0))
  if isUnclaimed and waitsSince < since and cancelOne(task) then cancelBelow(id) end
end
flush()
return old

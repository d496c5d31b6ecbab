-- The task graph: a worker is still at it.
-- ARGV: id, token, lease in milliseconds. Answers the end of the lease and the state, or why not.
local task = load(ARGV[2])
if not task then return { 'unknown-task' } end
if not isLive(task, ARGV[3]) then return { 'old-token' } end
local leaseUntil = now + ARGV[4]
call('HSET', key('task', task.id), 'lease', leaseUntil)
if task.kind ~= 'render' then
  call('ZADD', key('leases'), leaseUntil, task.id)
  hear(task.worker)
end
if task.state == 'pending_cancellation' then call('SREM', key('cancels', task.worker), task.id) end
return { 'ok', leaseUntil, task.state }

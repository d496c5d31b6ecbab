-- The task graph: a worker claims one task that it saw in a list.
-- ARGV: id, kind, worker, token, lease in milliseconds, whom the worker serves (taskgraphServed). Answers the end of the
-- lease, or why not and the state.
local task = load(ARGV[2])
if not task then return { 'unknown-task' } end
if task.kind ~= ARGV[3] then return { 'not-allowed', task.kind } end
if task.kind == 'external' and not isServed(task.id, cjson.decode(ARGV[7])) then
  flush()
  return { 'not-served' }
end
if task.state == 'running' or task.state == 'pending_cancellation' then return { 'lost-race', task.state } end
if task.state ~= 'available' then return { 'illegal-transition', task.state } end
hear(ARGV[4])
local leaseUntil = open(task, ARGV[5], ARGV[4], ARGV[6])
flush()
return { 'ok', leaseUntil }

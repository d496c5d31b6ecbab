-- The task graph: a worker claims one task that it saw in a list.
-- ARGV: id, kind, worker, token, lease in milliseconds. Answers the end of the lease, or why not and the state.
local task = load(ARGV[3])
if not task then return { 'unknown-task' } end
if task.kind ~= ARGV[4] then return { 'not-allowed', task.kind } end
if task.state ~= 'available' then return { 'lost-race', task.state } end
local leaseUntil = open(task, ARGV[6], ARGV[5], ARGV[7])
flush()
return { 'ok', leaseUntil }

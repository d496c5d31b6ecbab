-- The task graph: an attempt was lost by no fault of the task's.
-- ARGV: id, token, most abandoned attempts of a task.
local task = load(ARGV[3])
if not task then return { 'unknown-task' } end
if not isLive(task, ARGV[4]) then return { 'old-token' } end
abandon(task, ARGV[5])
flush()
return { 'ok' }

-- The task graph: an attempt was lost by no fault of the task's.
-- ARGV: id, token, most abandoned attempts of a task.
local task = load(ARGV[2])
if not task then return { 'unknown-task' } end
if not isLive(task, ARGV[3]) then return { 'old-token' } end
abandon(task, ARGV[4])
flush()
return { 'ok' }

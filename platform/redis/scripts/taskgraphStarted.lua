-- The task graph: the worker corrects the server's stamp, once.
-- ARGV: id, token, when it started in milliseconds.
local task = load(ARGV[2])
if not task then return { 'unknown-task' } end
if not isLive(task, ARGV[3]) then return { 'old-token' } end
local attempt = key('attempt', task.id, task.runs)
if call('HSETNX', attempt, 'startReported', 1) == 0 and call('HGET', attempt, 'started') ~= ARGV[4] then
  return { 'illegal-transition' }
end
call('HSET', attempt, 'started', ARGV[4])
return { 'ok' }

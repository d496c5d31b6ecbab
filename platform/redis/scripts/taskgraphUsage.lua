-- The task graph: a worker tells what its task uses. The largest value is kept with the task, for statistics.
-- ARGV: id, token, list, value, most values of an attempt.
local task = load(ARGV[2])
if not task then return { 'unknown-task' } end
if not isLive(task, ARGV[3]) then return { 'old-token' } end
local values = key('usage', task.id, task.runs)
if call('LLEN', values) >= tonumber(ARGV[6]) then return { 'too-many-values' } end
call('RPUSH', values, ARGV[4] .. ' ' .. string.format('%.0f', now) .. ' ' .. ARGV[5])
local most = 'most_' .. ARGV[4]
if tonumber(ARGV[5]) > (tonumber(call('HGET', key('task', task.id), most)) or -1) then
  call('HSET', key('task', task.id), most, ARGV[5])
end
return { 'ok' }

-- The task graph: the end of an attempt. Told again with the same token it changes nothing.
-- ARGV: id, token, 'terminated' or 'cancelled', exit status, when it started as the worker says ('' as it was), then
-- what else is known of the end, as fields of the attempt. Answers 'ok' and the task (fields, continuations and command),
-- or why not and the state.
local id, token, to, exit, started = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local task = loadWhole(id)
local function done() return { 'ok', answerOf(task) } end
if not task then return { 'unknown-task' } end
if not isLive(task, token) then
  local last = call('HMGET', key('attempt', id, task.runs), 'token', 'exit')
  if last[1] == token and last[2] and last[2] ~= 'abandoned' then return done() end
  return { 'old-token', task.state }
end
local isPending = task.state == 'pending_cancellation'
if to == 'cancelled' and not isPending then return { 'illegal-transition', task.state } end
local attempt = key('attempt', id, task.runs)
if started ~= '' and call('HSETNX', attempt, 'startReported', 1) == 1 then call('HSET', attempt, 'started', started) end
local ran = closeAttempt(task, exit, { unpack(ARGV, 7) })
if to == 'cancelled' then
  enter(task, 'cancelled', 'exit', exit, 'runMs', ran)
elseif exit == 'success' then
  enter(task, 'terminated', 'exit', exit, 'runMs', ran)
  if not isPending then releaseBelow(id) end
else
  endInFailure(task, exit, not isPending and task.attempts < task.maxAttempts, ran)
end
flush()
return done()

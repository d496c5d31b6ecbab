-- Looks at jobs of the Periodic server without their workloads, for the admin page.
-- ARGV: prefix of keys, func ('' for the dead list), the first to tell, how many at most.
-- Answers five values a job: handle or name, state (running, locked, due, future, dead), the record's first 24 bytes,
-- its size, and who runs it. Order: running, locked, due, then by time; the newest dead first.
local prefix, func, from, count = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local jobs = func == '' and prefix .. 'deadJobs' or prefix .. 'jobs:' .. func
local reply = {}

local function add(name, state, worker)
  if from > 0 then
    from = from - 1
    return
  end
  local record = redis.call('HGET', jobs, name)
  if not record then return end
  for _, message in ipairs({ name, state, string.sub(record, 1, 24), tostring(#record - 24), worker }) do
    reply[#reply + 1] = message
  end
  count = count - 1
end

if func == '' then
  for _, handle in ipairs(redis.call('ZREVRANGE', prefix .. 'dead', from, from + count - 1)) do
    from = 0
    add(handle, 'dead', '')
  end
  return reply
end
local running = redis.call('HGETALL', prefix .. 'running:' .. func)
for i = 1, #running, 2 do
  if count > 0 then add(running[i], 'running', string.sub(running[i + 1], 17)) end
end
for _, name in ipairs(redis.call('SMEMBERS', prefix .. 'locked:' .. func)) do
  if count > 0 then add(name, 'locked', '') end
end
for _, state in ipairs({ 'due', 'future' }) do
  local line = prefix .. (state == 'due' and 'line:' or 'future:') .. func
  if count > 0 then
    local members = redis.call('ZRANGE', line, from, from + count - 1)
    from = math.max(0, from - redis.call('ZCARD', line))
    if #members > 0 then from = 0 end
    for _, member in ipairs(members) do add(string.sub(member, 9), state, '') end
  end
end
return reply

-- The task graph: a worker claims up to `max` available tasks of a kind that together fit.
-- ARGV: kind, worker, max, a new token's beginning, lease in milliseconds, most tasks looked at, then what the worker
-- has of memory_bytes, cores and gpus ('' without limit). For renders, `max` is how many may run in all.
-- Answers what this worker is to stop, then for each claimed task id, token, lease, fields, continuations and command.
local kind, worker, max, nonce, lease, looks = ARGV[3], ARGV[4], tonumber(ARGV[5]), ARGV[6], ARGV[7], tonumber(ARGV[8])
local RESOURCES = { 'memory', 'cores', 'gpus' }
local free = { memory = tonumber(ARGV[9]), cores = tonumber(ARGV[10]), gpus = tonumber(ARGV[11]) }
if kind == 'render' then max = max - call('ZCARD', key('renders')) end

local function fits(id)
  if not next(free) then return true end
  local wanted = call('HMGET', key('task', id), unpack(RESOURCES))
  for i, name in ipairs(RESOURCES) do
    if free[name] and free[name] < (tonumber(wanted[i]) or 0) then return false end
  end
  for i, name in ipairs(RESOURCES) do
    if free[name] then free[name] = free[name] - (tonumber(wanted[i]) or 0) end
  end
  return true
end

local untold = key('cancels', worker)
local answer = { call('SMEMBERS', untold) }
if #answer[1] > 0 then call('DEL', untold) end
local wanted = next(free) and looks or max
if max > 0 then
  for _, id in ipairs(call('ZRANGE', key('line', kind), 0, wanted - 1)) do
    if #answer > max then break end
    if fits(id) then
      local token = nonce .. #answer
      local task = loadWhole(id)
      answer[#answer + 1] = { id, token, open(task, token, worker, lease), answerOf(task) }
    end
  end
end
flush()
return answer

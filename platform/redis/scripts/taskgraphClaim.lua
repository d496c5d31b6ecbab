-- The task graph: a worker claims up to `max` available tasks of a kind that together fit.
-- ARGV: kind, worker, max, a new token's beginning, lease in milliseconds, most tasks looked at, then what the worker
-- has of memory_bytes, cores and gpus ('' without limit). For renders, `max` is how many may run in all, and their owners
-- take turns: nobody waits behind everything that somebody else wants drawn.
-- Answers what this worker is to stop, then for each claimed task id, token, lease, fields, continuations and command.
local kind, worker, max, nonce, lease, looks = ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6], tonumber(ARGV[7])
local RESOURCES = { 'memory', 'cores', 'gpus' }
local free = { memory = tonumber(ARGV[8]), cores = tonumber(ARGV[9]), gpus = tonumber(ARGV[10]) }
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

local function inLine()
  local ids, at = call('ZRANGE', key('line', kind), 0, (next(free) and looks or max) - 1), 0
  return function()
    at = at + 1
    return ids[at]
  end
end

local function inTurns()
  local taken = {}
  return function()
    while true do
      local owner = call('ZRANGE', key('turns'), 0, 0)[1]
      if not owner then return nil end
      local at = taken[owner] or 0
      local id = call('ZRANGE', key('line', kind, owner), at, at)[1]
      if id then
        taken[owner] = at + 1
        call('ZADD', key('turns'), call('INCR', key('turn')), owner)
        return id
      end
      call('ZREM', key('turns'), owner)
    end
  end
end

local untold = key('cancels', worker)
local answer = { call('SMEMBERS', untold) }
if #answer[1] > 0 then call('DEL', untold) end
local candidate = max > 0 and (kind == 'render' and inTurns() or inLine())
while #answer <= max do
  local id = candidate()
  if not id then break end
  if fits(id) then
    local token = nonce .. #answer
    local task = loadWhole(id)
    answer[#answer + 1] = { id, token, open(task, token, worker, lease), answerOf(task) }
  end
end
flush()
return answer

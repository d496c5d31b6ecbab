-- The task graph: a worker claims up to `max` available tasks of a kind that together fit.
-- ARGV: kind, worker, max, a new token's beginning, lease in milliseconds, most tasks looked at, what the worker has of
-- memory_bytes, cores and gpus ('' without limit), and whom it serves (taskgraphServed). For renders, `max` is how many may
-- run in all, and their owners take turns: nobody waits behind everything that somebody else wants drawn.
-- Answers what this worker is to stop, then for each claimed task id, token, lease, fields, continuations and command.
local kind, worker, max, nonce, lease, looks = ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6], tonumber(ARGV[7])
local RESOURCES = { 'memory', 'cores', 'gpus' }
local serves = cjson.decode(ARGV[11])
local free = { memory = tonumber(ARGV[8]), cores = tonumber(ARGV[9]), gpus = tonumber(ARGV[10]) }
if kind == 'render' then max = max - call('ZCARD', key('renders')) else hear(worker) end

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
  local last = ((next(free) or #serves.labels > 0) and looks or max) - 1
  local lines, found, at = { key('line', kind) }, {}, 0
  if serves.owners then
    lines = {}
    for i, owner in ipairs(serves.owners) do lines[i] = key('line', kind, owner) end
  end
  for _, line in ipairs(lines) do
    local ids = call('ZRANGE', line, 0, last, 'WITHSCORES')
    for i = 1, #ids, 2 do found[#found + 1] = { id = ids[i], place = tonumber(ids[i + 1]) } end
  end
  if #lines > 1 then table.sort(found, function(a, b) return a.place < b.place end) end
  return function()
    at = at + 1
    return found[at] and found[at].id
  end
end

local function goLast(set, name) call('ZADD', set, call('INCR', key('turn')), name) end

local function inTurns()
  local taken, turns = {}, key('turns')
  return function()
    while true do
      local share = call('ZRANGE', turns, 0, 0)[1]
      if not share then return nil end
      local among = key('turns', share)
      local owner = call('ZRANGE', among, 0, 0)[1] or share
      local at = taken[owner] or 0
      local id = call('ZRANGE', key('line', kind, owner), at, at)[1]
      if id then
        taken[owner] = at + 1
        goLast(turns, share)
        if owner ~= share then goLast(among, owner) end
        return id
      end
      if owner == share then call('ZREM', turns, share) else call('ZREM', among, owner) end
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
  if (kind == 'render' or isServed(id, serves)) and fits(id) then
    local token = nonce .. #answer
    local task = loadWhole(id)
    answer[#answer + 1] = { id, token, open(task, token, worker, lease), answerOf(task) }
  end
end
flush()
return answer

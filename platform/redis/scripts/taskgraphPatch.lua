-- The task graph: what the owner changes of one task, whole or not at all: edges, then fields, then the state.
-- ARGV: id, owner ('' anybody), new state ('' as it is), name ('' as it is), most continuations, new continuations by
-- spaces, those to remove (none of them new), command ('' as it is), then fields, among them its kind if the command
-- changes. Answers 'ok', or why not and the state.
-- What a worker may count on when it claims: it does not change once the task can be claimed.
local FIXED = { kind = true, maxAttempts = true, memory = true, cores = true, gpus = true }
local id, owner, to, name, command = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[9]
local task = taskOf(id, owner)
if not task then return { 'unknown-task', id } end
if #ARGV > 9 and (task.state == 'cancelled' or task.state == 'terminated') then
  return { 'illegal-transition', task.state }
end
for i = 10, #ARGV, 2 do
  if FIXED[ARGV[i]] and task.state ~= 'inactive' then return { 'fixed', ARGV[i], task.state } end
end

local function pairsOf(children)
  local args = {}
  for child in children:gmatch('%S+') do
    args[#args + 1] = id
    args[#args + 1] = child
  end
  return args
end

local removed, refused = planToRemove(pairsOf(ARGV[8]), owner, 1)
if refused then return refused end
local added
added, refused = planToAdd(pairsOf(ARGV[7]), owner, 1, tonumber(ARGV[6]))
if refused then return refused end
if to == 'available' then
  if task.state ~= 'inactive' then return { 'illegal-transition', task.state } end
  if task.pending > 0 then return { 'has-dependencies', task.state } end
end
if name ~= '' then
  local names, before = key('names', task.owner), call('HGET', key('task', id), 'name')
  local holder = call('HGET', names, name)
  if holder and holder ~= id then return { 'name-taken', name } end
  if before then call('HDEL', names, before) end
  call('HSET', names, name, id)
  call('HSET', key('task', id), 'name', name)
end
if command ~= '' then
  call('SET', key('command', id), command)
  call('HDEL', key('task', id), 'commandBlob')
end
writeEdges(removed, -1)
writeEdges(added, 1)
if #ARGV > 9 then
  call('HSET', key('task', id), 'updated', now, unpack(ARGV, 10))
  local changed = call('HMGET', key('task', id), 'priority', 'kind')
  task.priority, task.kind = tonumber(changed[1]) or 0, changed[2]
  if task.state == 'available' then
    for _, line in ipairs(linesOf(task)) do call('ZADD', key(line), 'XX', place(task), id) end
  end
end
if to == 'available' then activate(task) end
if to == 'cancelled' and cancelOne(task) then cancelBelow(id) end
flush()
return { 'ok' }

-- The task graph, 1: what its scripts share (docs/task-graph.md, "States"; the table is in core/taskgraph/state.ts).
-- KEYS: prefix of keys. ARGV: now in milliseconds ('' asks Redis), then the script's own.
--
-- task:<id>      hash: state and everything small about a task        next:<id>    string: its continuations, by spaces
-- command:<id>   string: its command, if small                        attempt:<id>:<n>, usage:<id>:<n>  its n-th attempt
-- tasks, owner:<owner>, state:<state>, graph:<graph>:tasks            sorted sets: ids by age (serial)
-- line:external, line:external:<owner>, line:render:<owner>  sorted sets: available ids, the first to claim first
-- turns, turn    sorted set: whose renders wait, the next one first; counter of the turns taken
-- turns:address:<hash>  sorted set: the sessions of one address, which have one turn together, the next one first
-- leases, renders, ended, artifacts  sorted sets: ids by time          address:<hash>  sorted set: ids of its sessions
-- names:<owner>  hash: id by name                                      events       stream: every change of a state
-- workers        sorted set: workers outside, by when they claimed or renewed last
-- cancels:<worker>  set: what this worker is to stop and has not been told yet
local call = redis.call
local prefix = KEYS[1]
local now = tonumber(ARGV[1])
if not now then
  local time = call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
-- Redis writes a number out with care each time it is given one: a thousand tasks are told the same.
local nowText = string.format('%.0f', now)
-- Lua passes at most some thousands of arguments at once.
local MANY = 1000

local function key(...) return prefix .. table.concat({ ... }, ':') end

local taskPrefix = prefix .. 'task:'
local events = prefix .. 'events'

local FIELDS = {
  'state', 'owner', 'graph', 'kind', 'serial', 'pending', 'priority', 'attempts', 'maxAttempts', 'abandoned', 'runs',
  'token', 'worker', 'availableAt', 'address',
}
local COUNTS = { 'pending', 'priority', 'attempts', 'maxAttempts', 'abandoned', 'runs' }

local function load(id)
  local values = call('HMGET', taskPrefix .. id, unpack(FIELDS))
  if not values[1] then return nil end
  local task = { id = id }
  for i = 1, #FIELDS do task[FIELDS[i]] = values[i] end
  for i = 1, #COUNTS do task[COUNTS[i]] = tonumber(task[COUNTS[i]]) or 0 end
  return task
end

-- What a release has to know of a task: it may have a thousand of them to look at.
local function loadChild(id)
  local values =
    call('HMGET', taskPrefix .. id, 'state', 'owner', 'graph', 'kind', 'serial', 'pending', 'priority', 'address')
  if not values[1] then return nil end
  return {
    id = id, state = values[1], owner = values[2], graph = values[3], kind = values[4], serial = values[5],
    pending = tonumber(values[6]) or 0, priority = tonumber(values[7]) or 0, address = values[8],
  }
end

-- With all its fields under `whole`, as HGETALL has them, for scripts that answer the task. What is changed later stands
-- there once more, behind: the last one counts.
local function loadWhole(id)
  local whole = call('HGETALL', taskPrefix .. id)
  if not whole[1] then return nil end
  local task = { whole = whole }
  for i = 1, #whole, 2 do task[whole[i]] = whole[i + 1] end
  task.id = id
  for i = 1, #COUNTS do task[COUNTS[i]] = tonumber(task[COUNTS[i]]) or 0 end
  return task
end

local function change(task, ...)
  call('HSET', taskPrefix .. task.id, ...)
  local whole = task.whole
  if not whole then return end
  local args = { ... }
  for i = 1, #args do whole[#whole + 1] = tostring(args[i]) end
end

-- All fields (one text is read faster than many), the continuations and the command of a task that was loaded whole.
local function answerOf(task)
  local texts = call('MGET', prefix .. 'next:' .. task.id, prefix .. 'command:' .. task.id)
  return cjson.encode(task.whole), texts[1], texts[2]
end

local function nextOf(id) return (call('GET', prefix .. 'next:' .. id) or ''):gmatch('%S+') end

-- One text: as fields of their own the args would cost as much as the rest of a change. The worker, which is last, may
-- have spaces in its name.
local function tell(task, from)
  call('XADD', events, '*', 'change', task.id .. ' ' .. from .. ' ' .. task.state .. ' '
    .. task.owner .. ' ' .. task.graph .. ' ' .. task.kind .. ' ' .. (task.worker or ''))
end

-- The larger priority first, then the older. Exact: 2001 priorities of up to 10^12 tasks.
local function place(task) return (1000 - task.priority) * 1e12 + task.serial end

-- Workers outside take what is first of all, or of the owners that they name; among renders, owners take turns
-- (taskgraphClaim).
local function linesOf(task)
  local own = 'line:' .. task.kind .. ':' .. task.owner
  return task.kind == 'render' and { own } or { 'line:' .. task.kind, own }
end

-- Who takes a turn: a token, or all sessions of one address together, since a session costs nothing.
local function shareOf(task)
  local address = task.address
  return address and address ~= '' and 'address:' .. address or task.owner
end

-- Sorted sets are changed at the end, many members at a time.
local moved = {}
local work = 0

local function enter(task, to, ...)
  local from = task.state
  task.state = to
  work = work + 1
  local move = moved[task.id]
  if move then move.to = to else moved[task.id] = { from = from, to = to, task = task } end
  if to == 'available' then
    change(task, 'state', to, 'updated', nowText, 'availableAt', nowText, ...)
  else
    change(task, 'state', to, 'updated', nowText, ...)
  end
  tell(task, from)
end

local function inParts(command, set, list)
  for first = 1, #list, MANY do
    call(command, set, unpack(list, first, math.min(first + MANY - 1, #list)))
  end
end

local function flush()
  local leaving, coming, renders = {}, {}, {}
  local function leave(set, id)
    local list = leaving[set]
    if list then list[#list + 1] = id else leaving[set] = { id } end
  end
  local function come(set, score, id)
    local list = coming[set]
    if not list then
      list = {}
      coming[set] = list
    end
    list[#list + 1] = score
    list[#list + 1] = id
  end
  for id, move in pairs(moved) do
    local task, from, to = move.task, move.from, move.to
    if from ~= to then
      leave('state:' .. from, id)
      come('state:' .. to, task.serial, id)
      if from == 'available' then
        for _, line in ipairs(linesOf(task)) do leave(line, id) end
      end
      if to == 'available' then
        for _, line in ipairs(linesOf(task)) do come(line, place(task), id) end
        if task.kind == 'render' then renders[task.owner .. shareOf(task)] = task end
      end
      if to == 'cancelled' or to == 'terminated' then come('ended', nowText, id) end
    end
  end
  for set, list in pairs(leaving) do inParts('ZREM', prefix .. set, list) end
  for set, list in pairs(coming) do inParts('ZADD', prefix .. set, list) end
  local function waitForTurn(set, name) call('ZADD', prefix .. set, 'NX', call('INCR', prefix .. 'turn'), name) end
  for _, task in pairs(renders) do
    local share = shareOf(task)
    waitForTurn('turns', share)
    if share ~= task.owner then waitForTurn('turns:' .. share, task.owner) end
  end
end

-- Success of a task; groups that have no parent left succeed, too, however many there are in a row.
local function releaseBelow(id)
  local succeeded, at = { id }, 1
  while succeeded[at] do
    for childId in nextOf(succeeded[at]) do
      local child = loadChild(childId)
      if child and child.state == 'inactive' then
        local pending = child.pending - 1
        work = work + 1
        if pending > 0 then
          call('HSET', taskPrefix .. childId, 'pending', pending)
        elseif child.kind == 'group' then
          enter(child, 'terminated', 'pending', '0', 'exit', 'success')
          succeeded[#succeeded + 1] = childId
        else
          enter(child, 'available', 'pending', '0')
        end
      end
    end
    at = at + 1
  end
end

-- Ends one task for its owner or with its parent. True: there is something below it to cancel.
local function cancelOne(task)
  if task.state == 'inactive' or task.state == 'available' then
    enter(task, 'cancelled')
    return true
  end
  if task.state ~= 'running' then return false end
  enter(task, 'pending_cancellation')
  local untold = key('cancels', task.worker)
  call('SADD', untold, task.id)
  call('PEXPIRE', untold, LIMIT.cancelKeptMs)
  return true
end

local function cancelBelow(id)
  local parents, at = { id }, 1
  while parents[at] do
    for childId in nextOf(parents[at]) do
      local child = load(childId)
      if child and cancelOne(child) then parents[#parents + 1] = childId end
    end
    at = at + 1
  end
end

-- By the owner, or at creation. Nil: done; else why not.
local function activate(task)
  if task.state ~= 'inactive' then return 'illegal-transition' end
  if task.pending > 0 then return 'has-dependencies' end
  if task.kind ~= 'group' then
    enter(task, 'available')
  else
    enter(task, 'terminated', 'exit', 'success')
    releaseBelow(task.id)
  end
end

-- '' may do everything: an admin, or a worker where workers may.
local function loadOf(id, owner)
  local task = load(id)
  if task and (owner == '' or task.owner == owner) then return task end
end

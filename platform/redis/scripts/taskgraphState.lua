-- The task graph, 1: what its scripts share (docs/task-graph.md, "States"; the table is in core/taskgraph/state.ts).
-- KEYS: prefix of keys. ARGV: now in milliseconds ('' asks Redis), how many events are kept, then the script's own.
--
-- task:<id>      hash: state and everything small about a task        next:<id>    string: its continuations, by spaces
-- command:<id>   string: its command, if small                        attempt:<id>:<n>, usage:<id>:<n>  its n-th attempt
-- tasks, owner:<owner>, state:<state>, graph:<graph>:tasks            sorted sets: ids by age (serial)
-- line:<kind>    sorted set: available ids, the first to claim first   leases, renders, ended  sorted sets: ids by time
-- names:<owner>  hash: id by name                                      events       stream: every change of a state
-- cancels:<worker>  set: what this worker is to stop and has not been told yet
local call = redis.call
local prefix = KEYS[1]
local now = tonumber(ARGV[1])
if not now then
  local time = call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local eventsKept = ARGV[2]
-- Lua passes at most some thousands of arguments at once.
local MANY = 1000
local CANCEL_KEPT_MILLISECONDS = 120000

local function key(...) return prefix .. table.concat({ ... }, ':') end

local FIELDS = {
  'state', 'owner', 'graph', 'kind', 'serial', 'pending', 'priority', 'attempts', 'maxAttempts', 'abandoned', 'runs',
  'token', 'worker', 'availableAt',
}

local function load(id)
  local values = call('HMGET', key('task', id), unpack(FIELDS))
  if not values[1] then return nil end
  local task = { id = id }
  for i, field in ipairs(FIELDS) do task[field] = values[i] end
  for _, field in ipairs({ 'serial', 'pending', 'priority', 'attempts', 'maxAttempts', 'abandoned', 'runs' }) do
    task[field] = tonumber(task[field]) or 0
  end
  return task
end

local function nextOf(id) return (call('GET', key('next', id)) or ''):gmatch('%S+') end

local function tell(task, from)
  call('XADD', key('events'), 'MAXLEN', '~', eventsKept, '*', 'task', task.id, 'from', from, 'to', task.state,
    'owner', task.owner, 'graph', task.graph, 'kind', task.kind, 'worker', task.worker or '')
end

-- The larger priority first, then the older. Exact: 2001 priorities of up to 10^12 tasks.
local function place(task) return (1000 - task.priority) * 1e12 + task.serial end

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
    call('HSET', key('task', task.id), 'state', to, 'updated', now, 'availableAt', now, ...)
  else
    call('HSET', key('task', task.id), 'state', to, 'updated', now, ...)
  end
  tell(task, from)
end

local function inParts(command, set, list)
  for first = 1, #list, MANY do
    call(command, set, unpack(list, first, math.min(first + MANY - 1, #list)))
  end
end

local function flush()
  local leaving, coming = {}, {}
  local function put(lists, name, ...)
    local list = lists[name] or {}
    lists[name] = list
    for _, value in ipairs({ ... }) do list[#list + 1] = value end
  end
  for id, move in pairs(moved) do
    local task = move.task
    if move.from ~= move.to then
      put(leaving, key('state', move.from), id)
      put(coming, key('state', move.to), task.serial, id)
      if move.from == 'available' then put(leaving, key('line', task.kind), id) end
      if move.to == 'available' then put(coming, key('line', task.kind), place(task), id) end
      if move.to == 'cancelled' or move.to == 'terminated' then put(coming, key('ended'), now, id) end
    end
  end
  for set, list in pairs(leaving) do inParts('ZREM', set, list) end
  for set, list in pairs(coming) do inParts('ZADD', set, list) end
end

-- Success of a task; groups that have no parent left succeed, too, however many there are in a row.
local function releaseBelow(id)
  local succeeded, at = { id }, 1
  while succeeded[at] do
    for childId in nextOf(succeeded[at]) do
      local child = load(childId)
      if child and child.state == 'inactive' then
        local pending = child.pending - 1
        work = work + 1
        if pending > 0 then
          call('HSET', key('task', childId), 'pending', pending)
        elseif child.kind == 'group' then
          enter(child, 'terminated', 'pending', 0, 'exit', 'success')
          succeeded[#succeeded + 1] = childId
        else
          enter(child, 'available', 'pending', 0)
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
  call('PEXPIRE', untold, CANCEL_KEPT_MILLISECONDS)
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

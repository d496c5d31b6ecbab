-- The jobs of the Periodic server (docs/periodic.md), 1 of 5: what a batch works on, and how a job changes its state.
-- The five files are one script; periodicBatch.lua says what it is given and what it answers. What is seldom needed
-- stands inside of functions, since making a function costs time in every batch.
--
-- A job is named by func and name; a handle is both in one text: the length of the func in one byte, func, name.
--   jobs:FUNC     hash: each name with its record: arrival (u64), time (f64), run count, timeout (i32), workload
--                 (the time is marked by a part of a second: half of one if the job was submitted without a time, a
--                 quarter if it runs once: the end of a run is its own end then, whatever it is)
--   line:FUNC     sorted set: due jobs by their time; a member is arrival and name, so that equal times go by arrival
--   future:FUNC   sorted set: jobs that are not due, the same members by the millisecond at which they will be
--   running:FUNC  hash: each name that runs with arrival, time and its worker
--   locked:FUNC   set: names that wait for a lock
--   workers:FUNC  hash: each worker with 1 if it asked for every job, else 0
--   funcs  set: all funcs; next  sorted set: funcs by their first job that is not due; loud  hash: workers with a 1 by func
--   timeouts  sorted set: handles of running jobs by the millisecond at which they are taken back
--   runs:WORKER, serves:WORKER  sets of handles and funcs; frontWorkers:FRONT  set of workers; fronts  sorted set by lease
--   dead  sorted set of handles in the order of their end; deadJobs  hash: their records; config  hash
local prefix, front, now, lease, batch = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]
local call, pack, unpackBytes, sub = redis.call, struct.pack, struct.unpack, string.sub
local CHUNK = 500
local ENDED = { failed = 1, later = 2, expired = 3, removed = 4, dead = 5, done = 6 }

local arrivals = tonumber(call('GET', prefix .. 'arrivals') or '0')
local arrivalsBefore = arrivals
local others = math.max(0, call('ZCARD', prefix .. 'fronts') - 1)
-- What listeners hear: in this front from the answer, in the others by a message.
local toOwn, toOthers = {}, {}
-- How many jobs of a func have become due in this batch.
local readyJobs = {}
-- Funcs whose first job that is not due may be another one now.
local moved = {}
-- What was read in this batch already.
local known, loud, settings, served, emptyLine = {}, {}, {}, {}, {}
local someDead

local function key(kind, name) return prefix .. kind .. ':' .. name end
local function handleOf(func, name) return string.char(#func) .. func .. name end
local function nowSeconds() return math.floor(now / 1000) end

local function tell(event)
  toOwn[#toOwn + 1] = event
  if others > 0 then toOthers[#toOthers + 1] = event end
end
local function tellEnded(func, name, kind) tell(pack('>BBc0Bc0B', 101, #func, func, #name, name, kind)) end

local function remember(func)
  if known[func] then return end
  known[func] = true
  call('SADD', prefix .. 'funcs', func)
end

local function setting(name, default)
  local value = settings[name]
  if not value then
    value = tonumber(call('HGET', prefix .. 'config', name) or default)
    settings[name] = value
  end
  return value
end

local function isLoud(func)
  local count = loud[func]
  if not count then
    count = tonumber(call('HGET', prefix .. 'loud', func) or '0')
    loud[func] = count
  end
  return count > 0
end

local function isServed(func)
  if served[func] == nil then served[func] = call('EXISTS', key('workers', func)) == 1 end
  return served[func]
end

local function isEmptyLine(func)
  if emptyLine[func] == nil then emptyLine[func] = call('EXISTS', key('line', func)) == 0 end
  return emptyLine[func]
end

local function forgetDead(handle)
  if someDead == nil then someDead = call('EXISTS', prefix .. 'dead') == 1 end
  if someDead and call('ZREM', prefix .. 'dead', handle) == 1 then call('HDEL', prefix .. 'deadJobs', handle) end
end

local function timeOf(record) return math.floor((unpackBytes('>d', record, 9))) end
local function isOnce(record) return unpackBytes('>d', record, 9) * 2 % 1 == 0.5 end

local function makePending(func, name, arrival, time, due)
  if due > now then
    call('ZADD', key('future', func), due, arrival .. name)
    moved[func] = true
  else
    call('ZADD', key('line', func), time, arrival .. name)
    emptyLine[func] = false
    readyJobs[func] = (readyJobs[func] or 0) + 1
  end
end

local function leaveLine(func, name, arrival)
  if call('ZREM', key('line', func), arrival .. name) == 0 and call('ZREM', key('future', func), arrival .. name) == 1 then
    moved[func] = true
  end
end

local function makeRunning(func, name, record, worker)
  local arrival, timeout = sub(record, 1, 8), unpackBytes('>i4', record, 21)
  local handle = handleOf(func, name)
  if timeout <= 0 then timeout = setting('timeout', 600) end
  if timeout > 0 then call('ZADD', prefix .. 'timeouts', now + timeout * 1000, handle) end
  call('HSET', key('running', func), name, arrival .. pack('>d', timeOf(record)) .. worker)
  call('SADD', key('runs', worker), handle)
end

-- Who runs it, with its arrival and time; nothing if nobody does.
local function runOf(func, name)
  local run = call('HGET', key('running', func), name)
  if not run then return nil end
  return sub(run, 17), sub(run, 1, 8), (unpackBytes('>d', run, 9))
end

local function endRun(func, name, worker)
  local handle = handleOf(func, name)
  call('HDEL', key('running', func), name)
  call('ZREM', prefix .. 'timeouts', handle)
  call('SREM', key('runs', worker), handle)
end

-- The first moment at which something happens by itself.
local function nextMoment()
  local due = call('ZRANGE', prefix .. 'next', 0, 0, 'WITHSCORES')[2]
  local timeout = call('ZRANGE', prefix .. 'timeouts', 0, 0, 'WITHSCORES')[2]
  return math.min(tonumber(due) or math.huge, tonumber(timeout) or math.huge)
end

-- The jobs of the Periodic server, 4 of 5: the operations that are seldom asked for, by their numbers. Each reads its
-- arguments from the batch and gives back its letter.
local at, items = 1, {}

local function item(value) items[#items + 1] = value end

local function restOfOperations()
  local rest = {}

  local function readHandle()
    local func, name
    func, name, at = unpackBytes('>Bc0Bc0', batch, at)
    return func, name
  end

  local function countLoud(func, change)
    loud[func] = call('HINCRBY', prefix .. 'loud', func, change)
    if loud[func] <= 0 then call('HDEL', prefix .. 'loud', func) end
  end

  local function stopServing(worker, func)
    if call('HGET', key('workers', func), worker) == '1' then countLoud(func, -1) end
    call('HDEL', key('workers', func), worker)
    call('SREM', key('serves', worker), func)
    served[func] = nil
  end

  local function serve(worker, func, isBroadcast)
    stopServing(worker, func)
    remember(func)
    call('HSET', key('workers', func), worker, isBroadcast)
    call('SADD', key('serves', worker), func)
    if isBroadcast == 1 then countLoud(func, 1) end
  end

  -- Takes back what the worker runs, except for the handles in `kept`.
  local function takeBack(worker, kept)
    for _, handle in ipairs(call('SMEMBERS', key('runs', worker))) do
      local func, name = partsOf(handle)
      if runOf(func, name) == worker and not kept[handle] then requeue(func, name) end
    end
  end

  local function leave(worker, ofFront)
    for _, func in ipairs(call('SMEMBERS', key('serves', worker))) do stopServing(worker, func) end
    takeBack(worker, {})
    call('SREM', key('frontWorkers', ofFront), worker)
  end

  local function quit(gone)
    for _, worker in ipairs(call('SMEMBERS', key('frontWorkers', gone))) do leave(worker, gone) end
    call('ZREM', prefix .. 'fronts', gone)
  end

  -- Gives back its record; nothing if it was dead or unknown.
  local function remove(func, name)
    forgetDead(handleOf(func, name))
    local record = call('HGET', key('jobs', func), name)
    if not record then return nil end
    local granted = delete(func, name, sub(record, 1, 8), (runOf(func, name)))
    tellEnded(func, name, ENDED.removed)
    wake(granted)
    return record
  end

  -- Moves what became due into the queue. Whole seconds of the due millisecond are the job's time, always: a delay is
  -- counted from now in both, and is whole.
  local function promote(func)
    local due = call('ZRANGEBYSCORE', key('future', func), '-inf', now, 'WITHSCORES', 'LIMIT', 0, CHUNK)
    moved[func] = true
    if #due == 0 then return end
    local entries, members = {}, {}
    for i = 1, #due, 2 do
      entries[#entries + 1] = math.floor(tonumber(due[i + 1]) / 1000)
      entries[#entries + 1] = due[i]
      members[#members + 1] = due[i]
    end
    call('ZADD', key('line', func), unpack(entries))
    emptyLine[func] = false
    call('ZREM', key('future', func), unpack(members))
    readyJobs[func] = (readyJobs[func] or 0) + #members
  end

  -- Deletes pending jobs of a func that came before `bound`, a part at a time; those that came later are skipped. Those
  -- that wait for a lock go first, since the others may wake them. Gives back whether there is more to do.
  local function dropSome(func, bound, skipped)
    local isMore = false
    for _, name in ipairs(call('SMEMBERS', key('locked', func))) do remove(func, name) end
    for _, kind in ipairs({ 'line', 'future' }) do
      local from = skipped[kind]
      local members = call('ZRANGE', key(kind, func), from, from + CHUNK - 1)
      isMore = isMore or #members == CHUNK
      for _, member in ipairs(members) do
        if unpackBytes('>I8', member) <= bound then
          local name = sub(member, 9)
          wake(delete(func, name, sub(member, 1, 8)))
          tellEnded(func, name, ENDED.removed)
        else skipped[kind] = skipped[kind] + 1 end
      end
    end
    if not isMore and not isServed(func) and call('EXISTS', key('jobs', func)) == 0 then
      call('SREM', prefix .. 'funcs', func)
      known[func] = nil
    end
    return isMore
  end

  local function statusOf(func)
    local time = tonumber(call('ZRANGE', key('line', func), 0, 0, 'WITHSCORES')[2])
    local due = tonumber(call('ZRANGE', key('future', func), 0, 0, 'WITHSCORES')[2])
    if due then time = math.min(time or math.huge, math.floor(due / 1000)) end
    local workers, jobs = call('HLEN', key('workers', func)), call('HLEN', key('jobs', func))
    local running, locked = call('HLEN', key('running', func)), call('SCARD', key('locked', func))
    return pack('>Bc0I4I4I4I4d', #func, func, workers, jobs, running, locked, time or nowSeconds())
  end

  -- remove
  rest[2] = function() remove(readHandle()) end
  -- serve
  rest[6] = function()
    local worker, func, isBroadcast
    worker, func, isBroadcast, at = unpackBytes('>Bc0Bc0B', batch, at)
    serve(worker, func, isBroadcast)
  end
  -- stop serving
  rest[7] = function()
    local worker, func
    worker, func, at = unpackBytes('>Bc0Bc0', batch, at)
    stopServing(worker, func)
  end
  -- leave
  rest[8] = function()
    local worker
    worker, at = unpackBytes('>Bc0', batch, at)
    leave(worker, front)
  end
  -- drop
  rest[9] = function()
    local func, bound, inLine, inFuture
    func, bound, inLine, inFuture, at = unpackBytes('>Bc0dI4I4', batch, at)
    local skipped = { line = inLine, future = inFuture }
    if bound < 0 then
      -- The first part decides.
      if isServed(func) then return '0' end
      bound = arrivals
    end
    local isMore = dropSome(func, bound, skipped)
    item(pack('>dI4I4', bound, skipped.line, skipped.future))
    return isMore and 'm' or '1'
  end
  -- acquire a lock
  rest[10] = function()
    local worker, func, name, lock, count
    worker, func, name, lock, count, at = unpackBytes('>Bc0Bc0Bc0Bc0i4', batch, at)
    if runOf(func, name) ~= worker then return '0' end
    if locks().acquire(handleOf(func, name), lock, count) then return '1' end
    endRun(func, name, worker)
    call('SADD', key('locked', func), name)
    -- Its run is over. If it kept what else it holds, two such jobs could wait for each other.
    wake(releaseAll(func, name, lock))
    return '0'
  end
  -- release a lock
  rest[11] = function()
    local worker, func, name, lock
    worker, func, name, lock, at = unpackBytes('>Bc0Bc0Bc0Bc0', batch, at)
    if runOf(func, name) == worker then wake(locks().release(handleOf(func, name), lock)) end
  end
  -- status
  rest[12] = function()
    local statuses = {}
    for i, func in ipairs(call('SMEMBERS', prefix .. 'funcs')) do statuses[i] = statusOf(func) end
    item(table.concat(statuses))
  end
  -- dead
  rest[13] = function()
    local handles = call('ZRANGE', prefix .. 'dead', 0, -1)
    item(tostring(#handles))
    for _, handle in ipairs(handles) do
      item(handle)
      item(call('HGET', prefix .. 'deadJobs', handle))
    end
  end
  -- get and set a number
  rest[14] = function()
    local name
    name, at = unpackBytes('>Bc0', batch, at)
    item(call('HGET', prefix .. 'config', name) or '')
  end
  rest[15] = function()
    local name, value
    name, value, at = unpackBytes('>Bc0i4', batch, at)
    settings[name] = value
    call('HSET', prefix .. 'config', name, value)
    tell(pack('>BBc0i4', 99, #name, name, value))
  end
  -- tick
  rest[16] = function()
    for _, func in ipairs(call('ZRANGEBYSCORE', prefix .. 'next', '-inf', now, 'LIMIT', 0, CHUNK)) do promote(func) end
    for _, handle in ipairs(call('ZRANGEBYSCORE', prefix .. 'timeouts', '-inf', now, 'LIMIT', 0, CHUNK)) do
      local func, name = partsOf(handle)
      requeue(func, name, ENDED.expired)
    end
  end
  -- beat: keeps this front's lease, and takes back everything of fronts whose lease has run out (or of all others)
  rest[17] = function()
    local isAlone
    isAlone, at = unpackBytes('>B', batch, at)
    local time = call('TIME')
    local clock = time[1] * 1000 + math.floor(time[2] / 1000)
    local wasThere = call('ZSCORE', prefix .. 'fronts', front)
    call('ZADD', prefix .. 'fronts', clock + lease, front)
    for _, gone in ipairs(call('ZRANGEBYSCORE', prefix .. 'fronts', '-inf', isAlone == 1 and '+inf' or clock)) do
      if gone ~= front then quit(gone) end
    end
    others = math.max(0, call('ZCARD', prefix .. 'fronts') - 1)
    return wasThere and '1' or '0'
  end
  -- join: a worker of this front with all that it serves and runs; what else it is thought to run is taken back, unless
  -- the worker is new (-1 runs)
  rest[18] = function()
    local worker, serves, runs
    worker, serves, runs, at = unpackBytes('>Bc0I2i4', batch, at)
    call('SADD', key('frontWorkers', front), worker)
    for _ = 1, serves do
      local func, isBroadcast
      func, isBroadcast, at = unpackBytes('>Bc0B', batch, at)
      serve(worker, func, isBroadcast)
    end
    local kept = {}
    for _ = 1, runs do kept[handleOf(readHandle())] = true end
    if runs >= 0 then takeBack(worker, kept) end
  end
  -- is it missing?
  rest[19] = function()
    local func, name = readHandle()
    return call('HEXISTS', key('jobs', func), name) == 1 and '0' or '1'
  end
  -- funcs
  rest[20] = function()
    local funcs = call('SMEMBERS', prefix .. 'funcs')
    item(tostring(#funcs))
    for _, func in ipairs(funcs) do item(func) end
  end
  -- run now: a pending job is due at once
  rest[21] = function()
    local func, name = readHandle()
    local record = call('HGET', key('jobs', func), name)
    if not record or runOf(func, name) or call('SISMEMBER', key('locked', func), name) == 1 then return '0' end
    local arrival = sub(record, 1, 8)
    leaveLine(func, name, arrival)
    local time = math.min(nowSeconds(), timeOf(record))
    call('HSET', key('jobs', func), name, arrival .. pack('>d', time + (isOnce(record) and 0.25 or 0)) .. sub(record, 17))
    makePending(func, name, arrival, time, now)
  end
  -- quit
  rest[22] = function() quit(front) end
  -- take out: as remove, but gives back what it was
  rest[23] = function()
    local record = remove(readHandle())
    if not record then return '0' end
    item(record)
  end
  return rest
end

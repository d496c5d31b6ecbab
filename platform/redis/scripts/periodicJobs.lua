-- The jobs of the Periodic server, 3 of 5: what becomes of jobs (docs/periodic.md, 1 to 5).

-- Submissions in a row are written together: less work here, and much less when Redis reads its file at a start.
local submitted, submittedCount = {}, 0

local function writeSubmitted()
  for func, group in pairs(submitted) do
    call('HSET', key('jobs', func), unpack(group.jobs))
    if #group.line > 0 then
      call('ZADD', key('line', func), unpack(group.line))
      emptyLine[func] = false
    end
    if #group.future > 0 then call('ZADD', key('future', func), unpack(group.future)) end
  end
  submitted, submittedCount = {}, 0
end

local function writeLater(func, name, record, time)
  local group = submitted[func]
  if not group then
    group = { jobs = {}, line = {}, future = {}, names = {} }
    submitted[func] = group
  end
  group.names[name] = true
  group.jobs[#group.jobs + 1] = name
  group.jobs[#group.jobs + 1] = record
  local isDue = time * 1000 <= now
  local line = isDue and group.line or group.future
  line[#line + 1] = isDue and time or time * 1000
  line[#line + 1] = sub(record, 1, 8) .. name
  if isDue then readyJobs[func] = (readyJobs[func] or 0) + 1 else moved[func] = true end
  submittedCount = submittedCount + 1
  if submittedCount == CHUNK then writeSubmitted() end
end

local function submit(onlyIfServed, once, func, name, time, runCount, timeout, workload)
  if call('HEXISTS', key('running', func), name) == 1 then return 'r' end
  if onlyIfServed and not isServed(func) then return 'n' end
  remember(func)
  if submitted[func] and submitted[func].names[name] then writeSubmitted() end
  local granted = releaseAll(func, name)
  if hasLocks() then call('SREM', key('locked', func), name) end
  local old = call('HGET', key('jobs', func), name)
  if old then leaveLine(func, name, sub(old, 1, 8)) else forgetDead(handleOf(func, name)) end
  arrivals = arrivals + 1
  local mark = once and 0.25 or 0
  if time == 0 then time, mark = nowSeconds(), mark + 0.5 end
  writeLater(func, name, pack('>I8di4i4', arrivals, time + mark, runCount, timeout) .. workload, time)
  wake(granted)
  return 's'
end

-- The job is gone, whatever its state was. Gives back whom to wake.
local function delete(func, name, arrival, worker)
  local granted = releaseAll(func, name)
  if worker then endRun(func, name, worker)
  else
    leaveLine(func, name, arrival)
    call('SREM', key('locked', func), name)
  end
  call('HDEL', key('jobs', func), name)
  return granted
end

-- The first due job by time and then by arrival: func, member of its queue.
local function firstDue(funcs)
  local first, time, arrival, member
  for _, func in ipairs(funcs) do
    local head = call('ZRANGE', key('line', func), 0, 0, 'WITHSCORES')
    if head[1] then
      local headTime, headArrival = tonumber(head[2]), unpackBytes('>I8', head[1])
      if not first or headTime < time or (headTime == time and headArrival < arrival) then
        first, time, arrival, member = func, headTime, headArrival, head[1]
      end
    end
  end
  return first, member
end

-- A due job that was submitted just before this and is alone in its queue: it need not enter the queue.
local function takeSubmitted(funcs)
  if submittedCount ~= 1 then return nil end
  local func, group = next(submitted)
  if #group.line == 0 or isLoud(func) then return nil end
  local isWanted = false
  for _, wanted in ipairs(funcs) do
    if not isEmptyLine(wanted) then return nil end
    isWanted = isWanted or wanted == func
  end
  if not isWanted then return nil end
  local name, record = unpack(group.jobs)
  submitted, submittedCount = {}, 0
  call('HSET', key('jobs', func), name, record)
  return func, name, record
end

local function grab(worker, funcs)
  local func, name, record = takeSubmitted(funcs)
  if func then
    readyJobs[func] = readyJobs[func] - 1
    makeRunning(func, name, record, worker)
    return func, name, record
  end
  if submittedCount > 0 then writeSubmitted() end
  while true do
    local func, member = firstDue(funcs)
    if not func then return nil end
    local name = sub(member, 9)
    local record = call('HGET', key('jobs', func), name)
    -- While a job is due nobody who could take it is idle: one message less is needed for those of this batch.
    if readyJobs[func] then readyJobs[func] = readyJobs[func] - 1 end
    if not isLoud(func) then
      call('ZREM', key('line', func), member)
      makeRunning(func, name, record, worker)
      return func, name, record
    end
    local granted = delete(func, name, sub(record, 1, 8))
    tell(pack('>BBc0Bc0I4c0', 98, #func, func, #name, name, #record, record))
    tellEnded(func, name, ENDED.done)
    wake(granted)
  end
end

-- `form` says how other fronts get at the data: 0 not at all, 1 it is here, 2 it is under this key.
local function tellData(func, name, isDone, form, data)
  toOthers[#toOthers + 1] = pack('>BBc0Bc0BBI4c0', 100, #func, func, #name, name, isDone, form, #data, data)
end

-- 'd': nothing was done, since other fronts would not get at the data.
local function finish(func, name, worker, arrival, form, data)
  if others > 0 and form == 0 then return 'd' end
  local granted = delete(func, name, arrival, worker)
  if others > 0 then tellData(func, name, 1, form, data) end
  wake(granted)
  return '1'
end

-- The run is over, the job is not, unless it was to run once. Without a delay it keeps its time and so its place in the
-- queue.
local function requeue(func, name, ending, delay, countStep)
  local worker, arrival, time = runOf(func, name)
  local record = ending and call('HGET', key('jobs', func), name)
  if record and isOnce(record) then
    tellEnded(func, name, ending)
    local granted = delete(func, name, arrival, worker)
    tellEnded(func, name, ENDED.removed)
    return wake(granted)
  end
  local granted = releaseAll(func, name)
  local due = now
  endRun(func, name, worker)
  if delay then
    delay = math.max(0, delay)
    time, due = nowSeconds() + delay, now + delay * 1000
    local runCount, timeout = unpackBytes('>i4i4', record, 17)
    local header = arrival .. pack('>di4i4', time, runCount + countStep, timeout)
    call('HSET', key('jobs', func), name, header .. sub(record, 25))
  end
  makePending(func, name, arrival, time, due)
  if ending then tellEnded(func, name, ending) end
  wake(granted)
end

-- Later and later, doubling with the run count; then to the dead list, where the newest are kept.
local function fail(func, name, worker, arrival)
  local record = call('HGET', key('jobs', func), name)
  local runCount, timeout = unpackBytes('>i4i4', record, 17)
  local most = setting('max-retry', 25)
  if isOnce(record) or most == 0 or runCount < most then
    return requeue(func, name, ENDED.failed, math.min(LIMIT.maxRetrySeconds, LIMIT.firstRetrySeconds * 2 ^ math.min(math.max(runCount, 0), 30)), 1)
  end
  local granted = delete(func, name, arrival, worker)
  local handle = handleOf(func, name)
  arrivals = arrivals + 1
  someDead = true
  call('ZADD', prefix .. 'dead', arrivals, handle)
  call('HSET', prefix .. 'deadJobs', handle, sub(record, 1, 16) .. pack('>i4i4', runCount + 1, timeout) .. sub(record, 25))
  while call('ZCARD', prefix .. 'dead') > tonumber(ARGV[6]) do
    forgetDead(call('ZRANGE', prefix .. 'dead', 0, 0)[1])
  end
  tellEnded(func, name, ENDED.dead)
  wake(granted)
end

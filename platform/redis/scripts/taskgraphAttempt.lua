-- The task graph, 2: attempts (docs/task-graph.md, 8 to 11). Follows taskgraphState.

-- A worker outside claims or renews. Those not heard of for longest give way to new ones.
local function hear(worker)
  local workers = key('workers')
  if call('ZADD', workers, now, worker) == 1 then call('ZREMRANGEBYRANK', workers, 0, -LIMIT.workersKept - 1) end
end

local function open(task, token, worker, leaseMs)
  local runs = task.runs + 1
  local waited = now - (tonumber(task.availableAt) or now)
  local leaseUntil = now + leaseMs
  task.worker = worker
  enter(task, 'running', 'token', token, 'worker', worker, 'runs', runs, 'attempts', task.attempts + 1,
    'waitMs', waited, 'claimedAt', nowText, 'lease', string.format('%.0f', leaseUntil))
  call('HSET', key('attempt', task.id, runs), 'token', token, 'worker', worker, 'claimed', nowText, 'started', nowText)
  -- What the product itself does has no lease: the record of its render is looked at instead.
  if task.kind == 'render' then
    call('ZADD', key('renders'), now, task.id)
  else
    call('ZADD', key('leases'), leaseUntil, task.id)
  end
  return leaseUntil
end

local function isLive(task, token)
  return task.token == token and (task.state == 'running' or task.state == 'pending_cancellation')
end

-- exit: how it ended. pairs: what else is known of the end, as fields of the attempt.
local function closeAttempt(task, exit, pairs)
  local attempt = key('attempt', task.id, task.runs)
  call('HSET', attempt, 'exit', exit, 'ended', nowText, unpack(pairs))
  call('ZREM', key(task.kind == 'render' and 'renders' or 'leases'), task.id)
  if task.state == 'pending_cancellation' then call('SREM', key('cancels', task.worker), task.id) end
  local times = call('HMGET', attempt, 'started', 'ended')
  return math.max(0, (tonumber(times[2]) or now) - (tonumber(times[1]) or now))
end

-- A failure of the task's own or, counted apart, one of its worker.
local function endInFailure(task, exit, isRetried, ran, ...)
  enter(task, isRetried and 'available' or 'terminated', 'exit', exit, 'runMs', ran, ...)
  if not isRetried then cancelBelow(task.id) end
end

-- The worker fell silent, or the product lost the render.
local function abandon(task, most)
  local ran = closeAttempt(task, 'abandoned', {})
  local abandoned = task.abandoned + 1
  local counts = { 'attempts', task.attempts - 1, 'abandoned', abandoned }
  if task.state == 'pending_cancellation' then
    enter(task, 'cancelled', 'exit', 'abandoned', 'runMs', ran, unpack(counts))
  else
    endInFailure(task, 'abandoned', abandoned < tonumber(most), ran, unpack(counts))
  end
end

-- The jobs of the Periodic server, 5 of 5: a batch of operations of one front, in order.
-- ARGV: prefix of keys, front, now, lease in milliseconds, the batch, most dead jobs, 1 if it must be on disk.
-- An operation is its number and its arguments, big-endian; texts have their length in one byte before them.
-- Answers: the next moment at which something is due ('' never), the number of other fronts, 1 if the disk is not yet
-- done, one letter an operation, the events for this front; then what the letters refer to, in order.
local length = #batch
local letters = {}
local rest

local function readTexts(count)
  local texts = {}
  for i = 1, count do texts[i], at = unpackBytes('>Bc0', batch, at) end
  return texts
end

local function report()
  local worker, func, name, kind
  worker, func, name, kind, at = unpackBytes('>Bc0Bc0Bc0B', batch, at)
  local owner, arrival = runOf(func, name)
  local isOwner = owner == worker
  if kind <= 2 then
    local form, data
    form, data, at = unpackBytes('>BI4c0', batch, at)
    if not isOwner then return '0' end
    if kind == 1 then return finish(func, name, worker, arrival, form, data) end
    if others > 0 and form == 0 then return 'd' end
    if others > 0 then tellData(func, name, 0, form, data) end
  elseif kind == 3 then
    if isOwner then fail(func, name, worker, arrival) end
  elseif kind == 4 then
    local delay, step
    delay, step, at = unpackBytes('>di4', batch, at)
    if isOwner then requeue(func, name, ENDED.later, delay, step) end
  elseif isOwner then
    requeue(func, name)
  end
  return isOwner and '1' or '0'
end

local momentBefore = others > 0 and nextMoment() or 0
while at <= length do
  local operation = batch:byte(at)
  local letter
  at = at + 1
  if operation ~= 1 and operation ~= 3 and submittedCount > 0 then writeSubmitted() end
  if operation == 1 then
    local flags, func, name, time, runCount, timeout, workload
    flags, func, name, time, runCount, timeout, workload, at = unpackBytes('>BBc0Bc0di4i4I4c0', batch, at)
    letter = submit(flags % 2 == 1, flags >= 2, func, name, time, runCount, timeout, workload)
  elseif operation == 3 then
    local worker, count
    worker, count, at = unpackBytes('>Bc0I2', batch, at)
    local func, name, record = grab(worker, readTexts(count))
    letter = func and '1' or '0'
    if func then
      item(func)
      item(name)
      item(record)
    end
  elseif operation == 4 then
    local count
    count, at = unpackBytes('>I2', batch, at)
    letter = firstDue(readTexts(count)) and '1' or '0'
  elseif operation == 5 then
    letter = report()
  else
    rest = rest or restOfOperations()
    letter = rest[operation]() or '1'
  end
  letters[#letters + 1] = letter
end
writeSubmitted()

for func in pairs(moved) do
  local first = call('ZRANGE', key('future', func), 0, 0, 'WITHSCORES')[2]
  if first then call('ZADD', prefix .. 'next', first, func) else call('ZREM', prefix .. 'next', func) end
end
for func, jobs in pairs(readyJobs) do
  if jobs > 0 then tell(pack('>BBc0I4', 114, #func, func, jobs)) end
end
if arrivals ~= arrivalsBefore then call('SET', prefix .. 'arrivals', string.format('%.0f', arrivals)) end
local moment = nextMoment()
if others > 0 then
  if moment < momentBefore then toOthers[#toOthers + 1] = pack('>Bd', 110, moment) end
  if #toOthers > 0 then
    call('PUBLISH', prefix .. 'events', pack('>Bc0', #front, front) .. table.concat(toOthers))
  end
end
local flushes = ARGV[7] == '1' and call('INFO', 'persistence'):match('aof_pending_bio_fsync:(%d+)') or '0'
local reply = {
  moment == math.huge and '' or string.format('%.0f', moment),
  tostring(others),
  flushes == '0' and '0' or '1',
  table.concat(letters),
  table.concat(toOwn),
}
for i = 1, #items do reply[i + 5] = items[i] end
return reply

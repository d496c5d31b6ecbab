-- The jobs of the Periodic server, 2 of 5: the locks that jobs hold and wait for (docs/periodic.md, "Arguments").
--   holders:LOCK   set of handles
--   waiting:LOCK   sorted set by order of arrival; a member is the number of holders it allows (u16) and the handle
--   held  hash: each handle with its locks as a msgpack map: 0 for one it holds, else the number it allows
-- A freed lock is handed to the first in its queue who allows so many holders; it is theirs before they run again.
local someLocks, lockTools
local NONE = {}

local function locks()
  if lockTools then return lockTools end
  local tools = {}

  local function locksOf(handle)
    local packed = call('HGET', prefix .. 'held', handle)
    return packed and cmsgpack.unpack(packed) or {}
  end

  local function keepLocks(handle, kept)
    if next(kept) == nil then call('HDEL', prefix .. 'held', handle)
    else call('HSET', prefix .. 'held', handle, cmsgpack.pack(kept)) end
  end

  -- Adds the handles that now hold the lock to `granted`.
  local function releaseOne(lock, handle, allowed, granted)
    if allowed == 0 then call('SREM', key('holders', lock), handle)
    else call('ZREM', key('waiting', lock), pack('>I2', allowed) .. handle) end
    local holders = call('SCARD', key('holders', lock))
    for _, member in ipairs(call('ZRANGE', key('waiting', lock), 0, -1)) do
      if holders < unpackBytes('>I2', member) then
        local waiting = sub(member, 3)
        local own = locksOf(waiting)
        own[lock] = 0
        keepLocks(waiting, own)
        call('ZREM', key('waiting', lock), member)
        call('SADD', key('holders', lock), waiting)
        holders = holders + 1
        granted[#granted + 1] = waiting
      end
    end
  end

  function tools.releaseAll(handle, except)
    local granted, kept = {}, {}
    local own = locksOf(handle)
    if next(own) == nil then return granted end
    if except then kept[except] = own[except] end
    keepLocks(handle, kept)
    for lock, allowed in pairs(own) do
      if lock ~= except then releaseOne(lock, handle, allowed, granted) end
    end
    return granted
  end

  function tools.release(handle, lock)
    local granted = {}
    local own = locksOf(handle)
    local allowed = own[lock]
    if allowed == nil then return granted end
    own[lock] = nil
    keepLocks(handle, own)
    releaseOne(lock, handle, allowed, granted)
    return granted
  end

  -- False: it stands in the queue. A count below 1 could never be met and is taken as 1.
  function tools.acquire(handle, lock, count)
    local allowed = math.max(1, count)
    local own = locksOf(handle)
    if own[lock] == 0 then return true end
    someLocks = true
    local isFree = call('SCARD', key('holders', lock)) < allowed
    if isFree then call('SADD', key('holders', lock), handle)
    else
      arrivals = arrivals + 1
      call('ZADD', key('waiting', lock), arrivals, pack('>I2', allowed) .. handle)
    end
    own[lock] = isFree and 0 or allowed
    keepLocks(handle, own)
    return isFree
  end

  lockTools = tools
  return tools
end

local function hasLocks()
  if someLocks == nil then someLocks = call('EXISTS', prefix .. 'held') == 1 end
  return someLocks
end

-- All that the job holds or waits for, except for one lock. Gives back the handles that now hold a lock: see `wake`.
local function releaseAll(func, name, except)
  return hasLocks() and locks().releaseAll(handleOf(func, name), except) or NONE
end

local function partsOf(handle)
  local length = handle:byte(1)
  return sub(handle, 2, length + 1), sub(handle, length + 2)
end

-- Jobs that waited for a lock and now hold it are due at once.
local function wake(granted)
  for _, handle in ipairs(granted) do
    local func, name = partsOf(handle)
    if call('SREM', key('locked', func), name) == 1 then
      local record = call('HGET', key('jobs', func), name)
      makePending(func, name, sub(record, 1, 8), timeOf(record), now)
    end
  end
end

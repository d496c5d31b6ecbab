-- The parallel request counts (docs/parallel-requests.md): what the scripts over them share.
--   counts         hash: each type with its count
--   fronts         sorted set: fronts by the millisecond at which their lease runs out, by the clock of Redis
--   held:FRONT     hash: each ticket that is counted with `holder type`
--   waiting:FRONT  hash: each ticket that waits with `limit holder type`
--   line:TYPE      sorted set: `front ticket limit` by order of arrival
-- ARGV[1]: prefix of keys.
local prefix = ARGV[1]
local call = redis.call
local counts, fronts = prefix .. 'counts', prefix .. 'fronts'

local function clock()
  local time = call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function count(type) return tonumber(call('HGET', counts, type) or '0') end
local function lineOf(type) return prefix .. 'line:' .. type end
local function typeOf(held) return held:sub(held:find(' ', 1, true) + 1) end

local function lower(type)
  if call('HINCRBY', counts, type, -1) <= 0 then call('HDEL', counts, type) end
end

-- After the count has fallen: the first in the queue whose limit leaves room is granted, by a message to its front.
local function admit(type)
  local line = lineOf(type)
  local members = call('ZRANGE', line, 0, -1)
  if #members == 0 then return end
  local now = count(type)
  for _, member in ipairs(members) do
    local owner, ticket, limit = member:match('^(%S+) (%S+) (%S+)$')
    if now < tonumber(limit) then
      local waits = call('HGET', prefix .. 'waiting:' .. owner, ticket)
      now = call('HINCRBY', counts, type, 1)
      call('ZREM', line, member)
      call('HDEL', prefix .. 'waiting:' .. owner, ticket)
      call('HSET', prefix .. 'held:' .. owner, ticket, (waits:match('^%S+ (.*)$')))
      call('PUBLISH', prefix .. 'granted:' .. owner, ticket)
    end
  end
end

-- `waits` is the ticket's entry in `waiting`.
local function leaveLine(front, ticket, waits)
  local limit, type = waits:match('^(%S+) %S+ (.*)$')
  call('ZREM', lineOf(type), front .. ' ' .. ticket .. ' ' .. limit)
end

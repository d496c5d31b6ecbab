-- The parallel request counts (docs/parallel-requests.md): a batch of acquires and releases of one front, in order.
-- KEYS: counts, fronts, held of this front, waiting of this front.
-- ARGV: front, prefix of keys, now, lease in milliseconds, then the words of each operation:
--   A ticket type limit mayWait | R ticket | K ticket type (counted already, kept after a lost lease)
-- Answers one word an acquire: 1 granted, 0 refused, 2 waits. A waiting one is granted later by a message on its
-- front's channel. A line is a sorted set of `front ticket limit` by order of arrival.
local front, prefix = ARGV[1], ARGV[2]
local answers = {}
redis.call('ZADD', KEYS[2], ARGV[3] + ARGV[4], front)

local function count(type) return tonumber(redis.call('HGET', KEYS[1], type) or '0') end
local function lineOf(type) return prefix .. 'line:' .. type end

local function admit(type)
  local line = lineOf(type)
  local now = count(type)
  for _, member in ipairs(redis.call('ZRANGE', line, 0, -1)) do
    local owner, ticket, limit = member:match('^(%S+) (%S+) (%S+)$')
    if now < tonumber(limit) then
      now = redis.call('HINCRBY', KEYS[1], type, 1)
      redis.call('ZREM', line, member)
      redis.call('HDEL', prefix .. 'waiting:' .. owner, ticket)
      redis.call('HSET', prefix .. 'held:' .. owner, ticket, type)
      redis.call('PUBLISH', prefix .. 'granted:' .. owner, ticket)
    end
  end
end

local function release(ticket)
  local type = redis.call('HGET', KEYS[3], ticket)
  if type then
    redis.call('HDEL', KEYS[3], ticket)
    if redis.call('HINCRBY', KEYS[1], type, -1) <= 0 then redis.call('HDEL', KEYS[1], type) end
    admit(type)
    return
  end
  local waits = redis.call('HGET', KEYS[4], ticket)
  if waits then
    local limit, waitingFor = waits:match('^(%S+) (.*)$')
    redis.call('HDEL', KEYS[4], ticket)
    redis.call('ZREM', lineOf(waitingFor), front .. ' ' .. ticket .. ' ' .. limit)
  end
end

local i = 5
while i <= #ARGV do
  local op, ticket = ARGV[i], ARGV[i + 1]
  if op == 'R' then
    release(ticket)
    i = i + 2
  elseif op == 'K' then
    if redis.call('HSETNX', KEYS[3], ticket, ARGV[i + 2]) == 1 then redis.call('HINCRBY', KEYS[1], ARGV[i + 2], 1) end
    i = i + 3
  else
    local type, limit = ARGV[i + 2], tonumber(ARGV[i + 3])
    if count(type) < limit then
      redis.call('HINCRBY', KEYS[1], type, 1)
      redis.call('HSET', KEYS[3], ticket, type)
      answers[#answers + 1] = 1
    elseif ARGV[i + 4] == '1' and limit > 0 then
      redis.call('ZADD', lineOf(type), redis.call('INCR', prefix .. 'arrivals'), front .. ' ' .. ticket .. ' ' .. ARGV[i + 3])
      redis.call('HSET', KEYS[4], ticket, ARGV[i + 3] .. ' ' .. type)
      answers[#answers + 1] = 2
    else
      answers[#answers + 1] = 0
    end
    i = i + 5
  end
end
return answers

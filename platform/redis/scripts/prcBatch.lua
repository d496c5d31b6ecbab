-- A batch of acquires and releases of one front, in order; also renews its lease.
-- ARGV: prefix of keys, front, lease in milliseconds, then the args of each operation:
--   A ticket holder type limit mayWait | R ticket | K ticket holder type (held already, kept after a lost lease)
-- Answers one number an acquire: 1 granted, 0 refused, 2 waits. A waiting one is granted later, by a message on its
-- front's channel.
local front = ARGV[2]
local held, waiting = prefix .. 'held:' .. front, prefix .. 'waiting:' .. front
local answers = {}
call('ZADD', fronts, clock() + ARGV[3], front)

local function acquire(ticket, holder, type, limit, mayWait)
  if count(type) < tonumber(limit) then
    call('HINCRBY', counts, type, 1)
    call('HSET', held, ticket, holder .. ' ' .. type)
    return 1
  end
  if mayWait == '0' or limit == '0' then return 0 end
  call('ZADD', lineOf(type), call('INCR', prefix .. 'arrivals'), front .. ' ' .. ticket .. ' ' .. limit)
  call('HSET', waiting, ticket, limit .. ' ' .. holder .. ' ' .. type)
  return 2
end

local function release(ticket)
  local own = call('HGET', held, ticket)
  if own then
    local type = typeOf(own)
    call('HDEL', held, ticket)
    lower(type)
    admit(type)
    return
  end
  local waits = call('HGET', waiting, ticket)
  if not waits then return end
  call('HDEL', waiting, ticket)
  leaveLine(front, ticket, waits)
end

local i = 4
while i <= #ARGV do
  local operation, ticket = ARGV[i], ARGV[i + 1]
  if operation == 'R' then
    release(ticket)
    i = i + 2
  elseif operation == 'K' then
    local holder, type = ARGV[i + 2], ARGV[i + 3]
    if call('HSETNX', held, ticket, holder .. ' ' .. type) == 1 then call('HINCRBY', counts, type, 1) end
    i = i + 4
  else
    answers[#answers + 1] = acquire(ticket, ARGV[i + 2], ARGV[i + 3], ARGV[i + 4], ARGV[i + 5])
    i = i + 6
  end
end
return answers

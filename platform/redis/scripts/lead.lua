-- Takes the lead if it is free, or keeps it. A new lead is a new epoch, and a term unlike any before.
-- KEYS: leader, epoch, term. ARGV: id, lease in milliseconds, something that was never there.
-- Answers the epoch and the term, or nothing if another leads.
local leader = redis.call('GET', KEYS[1])
if leader == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return { redis.call('GET', KEYS[2]), redis.call('GET', KEYS[3]) }
end
if leader then return false end
local epoch = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[3], ARGV[3])
return { tostring(epoch), ARGV[3] }

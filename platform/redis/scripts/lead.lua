-- Takes the lead if it is free, or keeps it. A new lead is a new epoch, and a term unlike any before.
-- A leader in the same place has died: its supervisor starts another only then.
-- KEYS: leader, epoch, term. ARGV: id, lease in milliseconds, something that was never there, the end of the id that
-- names its place, or nothing.
-- Answers the epoch and the term, or nothing if another leads.
local leader = redis.call('GET', KEYS[1])
if leader == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return { redis.call('GET', KEYS[2]), redis.call('GET', KEYS[3]) }
end
if leader and (ARGV[4] == '' or string.sub(leader, -#ARGV[4]) ~= ARGV[4]) then return false end
local epoch = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[3], ARGV[3])
return { tostring(epoch), ARGV[3] }

-- Takes the lead if it is free, or keeps it. A new lead is a new epoch.
-- KEYS: leader, epoch. ARGV: id, lease in milliseconds.
-- Answers the epoch, or 0 if another leads.
local leader = redis.call('GET', KEYS[1])
if leader == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return tonumber(redis.call('GET', KEYS[2]))
end
if leader then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return redis.call('INCR', KEYS[2])

-- Enters one thing into an index by last use, of the cache or of failures, and answers the keys that leave it so that the
-- rest fits.
-- KEYS: use, sizes, total. ARGV: key, bytes, now, most bytes.
local old = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0')
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
local total = redis.call('INCRBY', KEYS[3], ARGV[2] - old)
local leaving = {}
while total > tonumber(ARGV[4]) do
  local oldest = redis.call('ZPOPMIN', KEYS[1])[1]
  if not oldest then break end
  total = redis.call('DECRBY', KEYS[3], redis.call('HGET', KEYS[2], oldest) or '0')
  redis.call('HDEL', KEYS[2], oldest)
  leaving[#leaving + 1] = oldest
end
return leaving

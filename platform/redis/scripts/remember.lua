-- Keeps one file's contents by its hash; the longest unused leave when the store is full.
-- KEYS: content, use, sizes, total. ARGV: hash, bytes, now, seconds to keep, most bytes, prefix of contents.
local size = #ARGV[2]
if size > tonumber(ARGV[5]) then return 0 end
local old = tonumber(redis.call('HGET', KEYS[3], ARGV[1]) or '0')
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
redis.call('HSET', KEYS[3], ARGV[1], size)
local total = redis.call('INCRBY', KEYS[4], size - old)
local expired = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[3] - ARGV[4], 'LIMIT', 0, 100)
local function forget(hash)
  redis.call('DEL', ARGV[6] .. hash)
  redis.call('ZREM', KEYS[2], hash)
  total = redis.call('DECRBY', KEYS[4], redis.call('HGET', KEYS[3], hash) or '0')
  redis.call('HDEL', KEYS[3], hash)
end
for _, hash in ipairs(expired) do forget(hash) end
while total > tonumber(ARGV[5]) do
  local oldest = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
  if not oldest then break end
  forget(oldest)
end
return 1

-- Forgets contents that were last used before a time, some at a time (docs/periodic.md, 10).
-- KEYS: use, sizes, total. ARGV: that time, prefix of contents. Answers how many it forgot.
local expired = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 100)
for _, hash in ipairs(expired) do
  redis.call('DEL', ARGV[2] .. hash)
  redis.call('ZREM', KEYS[1], hash)
  redis.call('DECRBY', KEYS[3], redis.call('HGET', KEYS[2], hash) or '0')
  redis.call('HDEL', KEYS[2], hash)
end
return #expired

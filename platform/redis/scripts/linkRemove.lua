-- Takes a shared link out of everything that knows of it. KEYS: card, links, expiry, sizes, total. ARGV: id.
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
local size = redis.call('HGET', KEYS[4], ARGV[1])
if size then
  redis.call('HDEL', KEYS[4], ARGV[1])
  redis.call('DECRBY', KEYS[5], size)
end
return 'ok'

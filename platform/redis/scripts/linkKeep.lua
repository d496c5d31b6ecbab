-- Enters a revision of a shared link, if there is room. What the card has no more must not be left of the one before.
-- KEYS: card, links, expiry, sizes, total.
-- ARGV: id, revision, bytes, most links, most bytes, made at, ends at ('' for never), then fields and values of the card.
local id, revision, bytes = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local known = redis.call('ZSCORE', KEYS[2], id)
if revision > 1 and not known then return 'gone' end
if not known and redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[4]) then return 'links' end
local old = tonumber(redis.call('HGET', KEYS[4], id) or '0')
local total = tonumber(redis.call('GET', KEYS[5]) or '0') + bytes - old
if bytes > old and total > tonumber(ARGV[5]) then return 'bytes' end
redis.call('HDEL', KEYS[1], 'expiresAtMs', 'pictureFormat', 'width', 'height', 'alt')
redis.call('HSET', KEYS[1], unpack(ARGV, 8))
redis.call('ZADD', KEYS[2], ARGV[6], id)
if ARGV[7] == '' then redis.call('ZREM', KEYS[3], id) else redis.call('ZADD', KEYS[3], ARGV[7], id) end
redis.call('HSET', KEYS[4], id, bytes)
redis.call('SET', KEYS[5], total)
return 'ok'

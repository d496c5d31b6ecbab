-- The scheduler takes back a permit that was not acknowledged, unless the backend has taken the task after all.
-- KEYS: epoch, task. ARGV: epoch, permit.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'stale' end
if redis.call('HGET', KEYS[2], 'permit') ~= ARGV[2] then return 'gone' end
if redis.call('HGET', KEYS[2], 'state') ~= 'permitted' then return 'taken' end
redis.call('HSET', KEYS[2], 'state', 'waiting')
redis.call('HDEL', KEYS[2], 'token')
return 'ok'

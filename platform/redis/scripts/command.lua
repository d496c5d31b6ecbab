-- The scheduler changes a running task (a new duration is stored before it is said) or halts it.
-- KEYS: epoch, task, inbox of the worker. ARGV: epoch, seconds or nothing, word.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'stale' end
if ARGV[2] ~= '' and redis.call('EXISTS', KEYS[2]) == 1 then redis.call('HSET', KEYS[2], 'grantedSeconds', ARGV[2]) end
redis.call('RPUSH', KEYS[3], ARGV[3])
redis.call('EXPIRE', KEYS[3], 60)
return 'ok'

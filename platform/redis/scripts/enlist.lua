-- The scheduler gives a task its place: a number in the line of its class, or a lane. From here on it does not expire.
-- KEYS: epoch, task, tasks, files. ARGV: epoch, id, class, state, number.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'stale' end
if redis.call('EXISTS', KEYS[2]) == 0 then return 'gone' end
redis.call('HSET', KEYS[2], 'class', ARGV[3], 'state', ARGV[4], 'number', ARGV[5])
redis.call('PERSIST', KEYS[2])
redis.call('PERSIST', KEYS[4])
redis.call('SADD', KEYS[3], ARGV[2])
return 'ok'

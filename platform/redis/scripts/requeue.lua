-- The scheduler puts a task back to the head of its line; its old token opens nothing any more.
-- KEYS: epoch, task, inbox of the front. ARGV: epoch, halts, restarts, word or nothing.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'stale' end
if redis.call('EXISTS', KEYS[2]) == 0 then return 'gone' end
redis.call('HSET', KEYS[2], 'state', 'waiting', 'halts', ARGV[2], 'restarts', ARGV[3])
redis.call('HDEL', KEYS[2], 'token', 'backend', 'permit', 'grantedSeconds', 'startedAtMs')
if ARGV[4] ~= '' then
  redis.call('RPUSH', KEYS[3], ARGV[4])
  redis.call('EXPIRE', KEYS[3], 60)
end
return 'ok'

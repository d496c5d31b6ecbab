-- The scheduler hands a free backend one task: stored first, then said.
-- KEYS: epoch, task, permits of the backend. ARGV: epoch, backend, token, permit, seconds, now, word.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'stale' end
if redis.call('EXISTS', KEYS[2]) == 0 then return 'gone' end
redis.call('HSET', KEYS[2], 'state', 'permitted', 'backend', ARGV[2], 'token', ARGV[3], 'permit', ARGV[4],
  'grantedSeconds', ARGV[5], 'startedAtMs', ARGV[6])
redis.call('RPUSH', KEYS[3], ARGV[7])
redis.call('EXPIRE', KEYS[3], 60)
return 'ok'

-- A task is over: its record and its files go, and its front hears why if it does not know.
-- KEYS: epoch, task, files, tasks, inbox of the front. ARGV: epoch, id, word or nothing.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'stale' end
redis.call('DEL', KEYS[2], KEYS[3])
redis.call('SREM', KEYS[4], ARGV[2])
if ARGV[3] ~= '' then
  redis.call('RPUSH', KEYS[5], ARGV[3])
  redis.call('EXPIRE', KEYS[5], 60)
end
return 'ok'

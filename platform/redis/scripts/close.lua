-- A task is over: its record and its files go, and its front hears why if it does not know. A task that a record owns
-- and that no backend has ended is ended here.
-- KEYS: epoch, task, files, tasks, inbox of the front, record, kept, ends of the door.
-- ARGV: epoch, id, word or nothing, end or nothing, seconds to keep it, now.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'stale' end
redis.call('DEL', KEYS[2], KEYS[3])
redis.call('SREM', KEYS[4], ARGV[2])
if ARGV[3] ~= '' then
  redis.call('RPUSH', KEYS[5], ARGV[3])
  redis.call('EXPIRE', KEYS[5], 60)
end
if ARGV[4] ~= '' and redis.call('EXISTS', KEYS[6]) == 0 then
  redis.call('SET', KEYS[6], ARGV[4], 'EX', ARGV[5])
  redis.call('ZADD', KEYS[7], ARGV[6], ARGV[2])
  redis.call('XADD', KEYS[8], '*', 'end', ARGV[4])
end
return 'ok'

-- A backend has run a task that a record owns: its end is kept, and its door and the scheduler hear of it in one step,
-- so that a worker that dies here has either not ended it or ended it for good.
-- KEYS: task, record, kept, ends of the door, incoming.
-- ARGV: token, end, seconds to keep it, id, now, word to the scheduler.
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 'stale' end
redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[3])
redis.call('ZADD', KEYS[3], ARGV[5], ARGV[4])
redis.call('XADD', KEYS[4], '*', 'end', ARGV[2])
redis.call('XADD', KEYS[5], '*', 'word', ARGV[6])
redis.call('HDEL', KEYS[1], 'token')
return 'ok'

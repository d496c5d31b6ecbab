-- A detached task has ended: its end is kept and its endpoint hears of it, once.
-- KEYS: record, kept, ends of the endpoint, lock of the job. ARGV: end, seconds to keep it, id, now, token or nothing, most
-- ends of an endpoint. Not every endpoint reads them.
-- A backend shows the token by which it holds the job: one that has lost it ends nothing.
if ARGV[5] ~= '' and redis.call('GET', KEYS[4]) ~= ARGV[5] then return 'stale' end
if redis.call('EXISTS', KEYS[1]) == 1 then return 'known' end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[3])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[6], '*', 'end', ARGV[1])
return 'ok'

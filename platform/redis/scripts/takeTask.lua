-- A backend takes the task it was given a permit for, and the scheduler hears of it.
-- KEYS: task, files, incoming. ARGV: token, word.
-- Answers the task's fields and files, or nothing if the permit was taken back in the meantime.
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return false end
if redis.call('HGET', KEYS[1], 'state') ~= 'permitted' then return false end
local now = redis.call('TIME')
redis.call('HSET', KEYS[1], 'state', 'running', 'startedAtMs', now[1] * 1000 + math.floor(now[2] / 1000))
redis.call('XADD', KEYS[3], '*', 'word', ARGV[2])
return { redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2]) }

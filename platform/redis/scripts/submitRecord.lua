-- A task that a record owns enters the way, once.
-- KEYS: task, files, record, incoming. ARGV: word, seconds to keep it unheard, number of fields, fields, files.
if redis.call('EXISTS', KEYS[1]) == 1 or redis.call('EXISTS', KEYS[3]) == 1 then return 'known' end
local fields = tonumber(ARGV[3])
for i = 4, 3 + 2 * fields, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
for i = 4 + 2 * fields, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[2])
redis.call('XADD', KEYS[4], '*', 'word', ARGV[1])
return 'ok'

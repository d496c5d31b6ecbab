-- A task enters the way, once.
-- KEYS: files, incoming, and the end of a detached one. ARGV: message, seconds to keep the files of one that nobody hears of, files.
if redis.call('EXISTS', KEYS[1]) == 1 or (KEYS[3] and redis.call('EXISTS', KEYS[3]) == 1) then return 'known' end
for i = 3, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('XADD', KEYS[2], '*', 'message', ARGV[1])
return 'ok'

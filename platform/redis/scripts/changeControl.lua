-- What administrators have set changes, unless somebody else changed it in the meantime.
-- KEYS: control, incoming. ARGV: the document as it was read (or nothing), as it is to be, message to the scheduler.
local now = redis.call('GET', KEYS[1]) or ''
if now ~= ARGV[1] then return 'changed' end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('XADD', KEYS[2], '*', 'message', ARGV[3])
return 'ok'

-- Gives up what is held under a name, unless another has it by now.
-- KEYS: the lead, or a lock. ARGV: whose it was.
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 'ok'

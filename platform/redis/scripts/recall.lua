-- Contents by their hashes, each refreshed by its use. A hash that is not there answers nothing.
-- KEYS: use, then one content a hash. ARGV: now, milliseconds to keep, then the hashes.
local found = {}
for i = 3, #ARGV do
  local bytes = redis.call('GET', KEYS[i - 1])
  -- `false` keeps its place in the answer; nothing would end the list here.
  found[i - 2] = bytes or false
  if bytes then
    redis.call('PEXPIRE', KEYS[i - 1], ARGV[2])
    redis.call('ZADD', KEYS[1], ARGV[1], ARGV[i])
  end
end
return found

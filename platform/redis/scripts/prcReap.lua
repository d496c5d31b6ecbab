-- Ends everything of fronts whose lease has run out (docs/parallel-requests.md, 9).
-- KEYS: counts, fronts. ARGV: prefix of keys, now.
local prefix = ARGV[1]
local dead = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[2])
local touched = {}
for _, front in ipairs(dead) do
  local held = redis.call('HGETALL', prefix .. 'held:' .. front)
  for i = 2, #held, 2 do
    touched[held[i]] = true
    if redis.call('HINCRBY', KEYS[1], held[i], -1) <= 0 then redis.call('HDEL', KEYS[1], held[i]) end
  end
  local waiting = redis.call('HGETALL', prefix .. 'waiting:' .. front)
  for i = 1, #waiting, 2 do
    local limit, type = waiting[i + 1]:match('^(%S+) (.*)$')
    redis.call('ZREM', prefix .. 'line:' .. type, front .. ' ' .. waiting[i] .. ' ' .. limit)
  end
  redis.call('DEL', prefix .. 'held:' .. front, prefix .. 'waiting:' .. front)
  redis.call('ZREM', KEYS[2], front)
end
for type in pairs(touched) do
  local line = prefix .. 'line:' .. type
  local now = tonumber(redis.call('HGET', KEYS[1], type) or '0')
  for _, member in ipairs(redis.call('ZRANGE', line, 0, -1)) do
    local owner, ticket, limit = member:match('^(%S+) (%S+) (%S+)$')
    if now < tonumber(limit) then
      now = redis.call('HINCRBY', KEYS[1], type, 1)
      redis.call('ZREM', line, member)
      redis.call('HDEL', prefix .. 'waiting:' .. owner, ticket)
      redis.call('HSET', prefix .. 'held:' .. owner, ticket, type)
      redis.call('PUBLISH', prefix .. 'granted:' .. owner, ticket)
    end
  end
end
return #dead

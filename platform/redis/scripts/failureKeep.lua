-- Keeps a failed task, and lets the oldest go: those past their time, and as many as are too many or too large.
-- Without a head only the latter. KEYS: heads, details, total. ARGV: oldest time to keep, most in number, most bytes, how
-- many may go at once, head, detail. Answers whether more have to go.
if ARGV[5] then
  local id = redis.call('XADD', KEYS[1], '*', 'head', ARGV[5])
  redis.call('HSET', KEYS[2], id, ARGV[6])
  redis.call('INCRBY', KEYS[3], #ARGV[5] + #ARGV[6])
end
for _ = 1, tonumber(ARGV[4]) do
  local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
  if not oldest then return 0 end
  local isPast = tonumber(string.match(oldest[1], '^%d+')) < tonumber(ARGV[1])
  local isFull = redis.call('XLEN', KEYS[1]) > tonumber(ARGV[2])
    or tonumber(redis.call('GET', KEYS[3]) or '0') > tonumber(ARGV[3])
  if not isPast and not isFull then return 0 end
  local bytes = #oldest[2][2] + #(redis.call('HGET', KEYS[2], oldest[1]) or '')
  redis.call('XDEL', KEYS[1], oldest[1])
  redis.call('HDEL', KEYS[2], oldest[1])
  redis.call('DECRBY', KEYS[3], bytes)
end
return 1

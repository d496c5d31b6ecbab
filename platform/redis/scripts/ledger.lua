-- What is kept for whom: entries with an end, counted for each share and in all.
-- KEYS: ends (sorted set: ids by the time at which they are over), entries (hash: share and bytes by id), sums (hash: number
-- and bytes by share, of all under '').
-- ARGV: 'release', then ids; or 'admit', now, id, share, bytes, over at, most of a share in number and in bytes, most in
-- all. An id that is known is replaced. Answers 'ok', 'share' or 'all'.
local ends, entries, sums = KEYS[1], KEYS[2], KEYS[3]
local AT_ONCE = 100

local function count(share, number, bytes)
  for _, whose in ipairs({ share, '' }) do
    local left = redis.call('HINCRBY', sums, 'n ' .. whose, number)
    redis.call('HINCRBY', sums, 'b ' .. whose, bytes)
    if left <= 0 then redis.call('HDEL', sums, 'n ' .. whose, 'b ' .. whose) end
  end
end

local function read(id)
  local entry = redis.call('HGET', entries, id)
  if not entry then return nil end
  local bytes, share = entry:match('^(%d+) (.*)$')
  return share, tonumber(bytes)
end

local function drop(id)
  local share, bytes = read(id)
  redis.call('ZREM', ends, id)
  if not share then return end
  redis.call('HDEL', entries, id)
  -- Not -bytes: that of none is -0, which Redis does not read.
  count(share, -1, 0 - bytes)
end

if ARGV[1] == 'release' then
  for i = 2, #ARGV do drop(ARGV[i]) end
  return 'ok'
end

local now, id, share, bytes = ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
for _, over in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, AT_ONCE)) do drop(over) end
local oldShare, oldBytes = read(id)

local function isOver(whose, mostNumber, mostBytes)
  local isOwn = oldShare and (whose == '' or whose == oldShare)
  local number = tonumber(redis.call('HGET', sums, 'n ' .. whose) or '0') + (isOwn and 0 or 1)
  local sum = tonumber(redis.call('HGET', sums, 'b ' .. whose) or '0') + bytes - (isOwn and oldBytes or 0)
  return number > tonumber(mostNumber) or sum > tonumber(mostBytes)
end

if isOver(share, ARGV[7], ARGV[8]) then return 'share' end
if isOver('', ARGV[9], ARGV[10]) then return 'all' end
drop(id)
redis.call('ZADD', ends, ARGV[6], id)
redis.call('HSET', entries, id, string.format('%.0f', bytes) .. ' ' .. share)
count(share, 1, bytes)
return 'ok'

-- The task graph: one task of its own. Sent again with the same id it changes nothing.
-- ARGV: id, owner, name, command, 1 if it starts at once, key of a repeatable request ('' none), its fingerprint, how
-- long that is kept in seconds, the room in four args, its continuations by spaces, then its fields.
-- Answers 'ok' and the id of the task, which is another one if the request was heard before.
local id, owner, name, command, starts = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6] == '1'
local repeatKey, fingerprint = ARGV[7], ARGV[8]
if repeatKey ~= '' then
  local before = call('HMGET', key('repeat', owner, repeatKey), 'fingerprint', 'task')
  if before[1] and before[1] ~= fingerprint then return { 'other-request' } end
  if before[1] then return { 'ok', before[2] or '', 'again' } end
end
if call('EXISTS', key('task', id)) == 1 then return { 'ok', id } end
local children = {}
for child in ARGV[14]:gmatch('%S+') do children[#children + 1] = child end
for _, child in ipairs(children) do
  local values = call('HMGET', key('task', child), 'state', 'owner')
  if not values[1] or (values[2] ~= owner) then return { 'unknown-task', child } end
  if values[1] ~= 'inactive' then return { 'not-inactive', child, values[1] } end
end
local address, refused = ARGV[12], noRoom(10, owner, 1)
if refused then return refused end
if name ~= '' and call('HSETNX', key('names', owner), name, id) == 0 then return { 'name-taken', name } end

local serial = call('INCR', key('serials'))
call('HSET', key('task', id), 'state', 'inactive', 'owner', owner, 'graph', '', 'serial', serial, 'pending', 0,
  'address', address, 'created', now, 'updated', now, unpack(ARGV, 15))
if command ~= '' then call('SET', key('command', id), command) end
if #children > 0 then call('SET', key('next', id), ARGV[14]) end
for _, child in ipairs(children) do call('HINCRBY', key('task', child), 'pending', 1) end
for _, set in ipairs({ key('tasks'), key('owner', owner), key('state', 'inactive') }) do call('ZADD', set, serial, id) end
if address ~= '' then call('ZADD', key('address', address), serial, id) end
if repeatKey ~= '' then
  local kept = key('repeat', owner, repeatKey)
  call('HSET', kept, 'fingerprint', fingerprint, 'task', id)
  call('EXPIRE', kept, ARGV[9])
end
local task = load(id)
tell(task, '')
if starts then activate(task) end
flush()
return { 'ok', id }

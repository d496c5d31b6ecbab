-- The task graph: some tasks of a graph that nobody sees yet (docs/task-graph.md, 12). Sent again it changes nothing.
-- The graph is a hash: phase is 'writing', then 'announcing', 'starting' and 'ready'; at is how many tasks are through
-- the phase. While it is not ready it stands in the sorted set `unready` with the time of its last progress.
-- ARGV: graph, owner, serial of the first task, how many tasks the graph has, the room in four args, then for each task
-- id, name, continuations, command, the number of its other args, and these: fields and values. Answers 'ok', a name that
-- is taken, or what is full; the writer then takes back what it wrote.
local graph, owner, serial, address = ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[8]
local refused = call('EXISTS', key('graph', graph)) == 0 and noRoom(6, owner, tonumber(ARGV[5]))
if refused then return refused end
call('HSETNX', key('graph', graph), 'created', now)
call('HSET', key('graph', graph), 'phase', 'writing', 'owner', owner, 'tasks', ARGV[5], 'at', 0)
call('ZADD', key('unready'), now, graph)
local members = {}
local at = 10
while at <= #ARGV do
  local id, name, children, command, args = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], tonumber(ARGV[at + 4])
  if name ~= '' and call('HSETNX', key('names', owner), name, id) == 0 then
    if call('HGET', key('names', owner), name) ~= id then return { 'name-taken', name } end
  end
  call('HSET', key('task', id), 'state', 'inactive', 'owner', owner, 'graph', graph, 'serial', serial,
    'address', address, 'created', now, 'updated', now, unpack(ARGV, at + 5, at + 4 + args))
  if children ~= '' then call('SET', key('next', id), children) end
  if command ~= '' then call('SET', key('command', id), command) end
  members[#members + 1] = serial
  members[#members + 1] = id
  serial = serial + 1
  at = at + 5 + args
end
for _, set in ipairs({ key('tasks'), key('owner', owner), key('state', 'inactive'), key('graph', graph, 'tasks') }) do
  inParts('ZADD', set, members)
end
if address ~= '' then inParts('ZADD', key('address', address), members) end
-- Others may have written at the same time.
return noRoom(6, owner, 0) or { 'ok' }

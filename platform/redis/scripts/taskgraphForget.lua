-- The task graph: forgets tasks that ended long ago, or those of a graph that was never finished.
-- ARGV: 'ended' or 'draft', then ids. Nothing is forgotten that could still run. Answers the ids that are gone.
local gone, leaving = {}, {}
local function leave(set, id)
  leaving[set] = leaving[set] or {}
  table.insert(leaving[set], id)
end
for i = 3, #ARGV do
  local id = ARGV[i]
  local task = load(id)
  local isEnded = task and (task.state == 'cancelled' or task.state == 'terminated')
  if not task then
    leave(key('ended'), id)
  elseif isEnded or ARGV[2] == 'draft' then
    local name, address = unpack(call('HMGET', key('task', id), 'name', 'address'))
    if name and call('HGET', key('names', task.owner), name) == id then call('HDEL', key('names', task.owner), name) end
    call('DEL', key('task', id), key('next', id), key('command', id))
    for run = 1, task.runs do call('DEL', key('attempt', id, run), key('usage', id, run)) end
    for _, set in ipairs({ key('tasks'), key('owner', task.owner), key('state', task.state), key('ended'), key('artifacts') }) do
      leave(set, id)
    end
    if address and address ~= '' then leave(key('address', address), id) end
    if task.graph ~= '' then
      call('ZREM', key('graph', task.graph, 'tasks'), id)
      if call('EXISTS', key('graph', task.graph, 'tasks')) == 0 then
        call('DEL', key('graph', task.graph))
        call('ZREM', key('graphs'), task.graph)
        call('ZREM', key('graphs', task.owner), task.graph)
        call('ZREM', key('unready'), task.graph)
      end
    end
    gone[#gone + 1] = id
  end
end
for set, ids in pairs(leaving) do inParts('ZREM', set, ids) end
return gone

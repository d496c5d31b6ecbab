-- The task graph: goes on with a graph that is visible: tells of its tasks, then starts those without parents.
-- Any front may call it, also several at once: each call does the next part, as much as a moment allows.
-- ARGV: graph, most work at once. Answers the phase.
local graph, most = ARGV[2], tonumber(ARGV[3])
local about = key('graph', graph)
local record = call('HMGET', about, 'phase', 'at', 'owner')
local phase, at, owner = record[1], tonumber(record[2]), record[3]
if phase ~= 'announcing' and phase ~= 'starting' then return phase or '' end
local done = 0
for _, id in ipairs(call('ZRANGE', key('graph', graph, 'tasks'), at, at + most - 1)) do
  if phase == 'announcing' then
    local kind = call('HGET', key('task', id), 'kind')
    tell({ id = id, state = 'inactive', owner = owner, graph = graph, kind = kind }, '')
  elseif work >= most then
    break
  elseif call('HDEL', key('task', id), 'starts') == 1 then
    activate(load(id))
  end
  done = done + 1
end
flush()
if done > 0 then
  call('HSET', about, 'at', at + done)
  call('ZADD', key('unready'), now, graph)
  return phase
end
phase = phase == 'announcing' and 'starting' or 'ready'
call('HSET', about, 'phase', phase, 'at', 0)
if phase == 'ready' then call('ZREM', key('unready'), graph) end
return phase

-- The task graph: makes a graph visible, all of it at once.
-- ARGV: graph, owner, key of a repeatable request ('' none), how long that is kept in seconds.
-- Answers 'ok', or 'gone' if the graph was taken for abandoned meanwhile, or another request took its place.
local graph, owner, repeatKey = ARGV[2], ARGV[3], ARGV[4]
local phase = call('HGET', key('graph', graph), 'phase')
if not phase then return { 'gone' } end
if phase ~= 'writing' then return { 'ok' } end
if repeatKey ~= '' and call('HGET', key('repeat', owner, repeatKey), 'holder') ~= graph then return { 'gone' } end
call('HSET', key('graph', graph), 'phase', 'announcing', 'at', 0)
call('ZADD', key('unready'), now, graph)
local first = call('ZRANGE', key('graph', graph, 'tasks'), 0, 0, 'WITHSCORES')[2] or 0
call('ZADD', key('graphs', owner), first, graph)
call('ZADD', key('graphs'), first, graph)
if repeatKey ~= '' then
  call('HSET', key('repeat', owner, repeatKey), 'graph', graph)
  call('EXPIRE', key('repeat', owner, repeatKey), ARGV[5])
end
return { 'ok' }

-- The task graph: reserves a repeatable request for the graph that its holder is about to write, or renews that.
-- ARGV: graph, owner, key of the request, its fingerprint, how long its holder is believed to live in milliseconds.
-- Answers 'ok' while it is the holder's, 'made' and the graph that the same request made before, or 'held' by another.
local place = key('repeat', ARGV[3], ARGV[4])
local known = call('HMGET', place, 'fingerprint', 'holder', 'graph')
if known[1] and known[1] ~= ARGV[5] then return { 'other-request' } end
if known[3] then return { 'made', known[3] } end
if known[2] and known[2] ~= ARGV[2] then return { 'held' } end
call('HSET', place, 'fingerprint', ARGV[5], 'holder', ARGV[2])
call('PEXPIRE', place, ARGV[6])
return { 'ok' }

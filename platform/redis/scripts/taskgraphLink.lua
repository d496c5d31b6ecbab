-- The task graph: adds edges, all or none. ARGV: owner ('' anybody), most continuations, then parent, child, ...
-- Answers 'ok' and the edges that are new, or why not.
local edges, refused = planToAdd(ARGV, ARGV[2], 4, tonumber(ARGV[3]))
if refused then return refused end
writeEdges(edges, 1)
return { 'ok', flat(edges) }

-- The task graph: removes edges, all or none; whoever loses its last parent stays inactive.
-- ARGV: owner ('' anybody), then parent, child, ... Answers 'ok' and the edges that are gone, or why not.
local edges, refused = planToRemove(ARGV, ARGV[2], 3)
if refused then return refused end
writeEdges(edges, -1)
return { 'ok', flat(edges) }

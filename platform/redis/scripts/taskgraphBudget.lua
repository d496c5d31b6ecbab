-- The task graph, 4: how much is kept (docs/task-graph.md, "Limits"). Follows taskgraphState.

-- The args of a room from `first`: most tasks of the owner, most in all, the address of an anonymous owner ('' none), most
-- tasks of that address. Answers why `more` tasks would be too many, or nil.
local function noRoom(first, owner, more)
  local address = ARGV[first + 2]
  local function isOver(set, most) return call('ZCARD', set) + more > tonumber(most) end
  if isOver(key('owner', owner), ARGV[first]) then return { 'too-many-tasks', 'owner', ARGV[first] } end
  if address ~= '' and isOver(key('address', address), ARGV[first + 3]) then
    return { 'too-many-tasks', 'address', ARGV[first + 3] }
  end
  if isOver(key('tasks'), ARGV[first + 1]) then return { 'too-many-tasks', 'all', ARGV[first + 1] } end
end

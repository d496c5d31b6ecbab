-- The task graph, 6: which tasks reach which workers (docs/task-graph.md, 8). Follows taskgraphState.

local function hasOneOf(labels, wanted)
  for _, label in ipairs(labels) do
    for _, one in ipairs(wanted) do
      if label == one then return true end
    end
  end
  return false
end

-- serves: `owners` (absent: all that have a token) and `labels`, lists of which the task has a label each. What a session
-- asks for, which is anybody, reaches no worker: there may be some from before that was so, and they end here.
local function isServed(id, serves)
  local values = call('HMGET', key('task', id), 'owner', 'labels')
  local owner, labels = values[1] or '', cjson.decode(values[2] or '[]')
  if owner:sub(1, 7) == 'cookie:' then
    local task = load(id)
    if cancelOne(task) then cancelBelow(id) end
    return false
  end
  if serves.owners and not hasOneOf({ owner }, serves.owners) then return false end
  for _, wanted in ipairs(serves.labels) do
    if not hasOneOf(labels, wanted) then return false end
  end
  return true
end

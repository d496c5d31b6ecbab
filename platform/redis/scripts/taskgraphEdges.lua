-- The task graph, 3: edges (docs/task-graph.md, 6). Follows taskgraphState.
-- Every check is made before anything is changed, so that a request is done whole or not at all.

local known = {}

local function taskOf(id, owner)
  if not known[id] then known[id] = loadOf(id, owner) end
  return known[id]
end

local continuations = {}

-- Continuations as they are, or as they will be: a list and a set.
local function continuationsOf(id)
  local found = continuations[id]
  if found then return found end
  found = { list = {}, has = {} }
  for child in nextOf(id) do
    found.list[#found.list + 1] = child
    found.has[child] = true
  end
  continuations[id] = found
  return found
end

-- Parents and children in turn, from the message `first`: each edge once, and whether it exists.
local function named(args, owner, first)
  local edges, seen = {}, {}
  for i = first, #args, 2 do
    local parent, child = args[i], args[i + 1]
    for _, id in ipairs({ parent, child }) do
      if not taskOf(id, owner) then return nil, { 'unknown-task', id } end
    end
    local edge = parent .. ' ' .. child
    if not seen[edge] then
      seen[edge] = true
      edges[#edges + 1] = { parent = parent, child = child, exists = continuationsOf(parent).has[child] or false }
    end
  end
  return edges
end

local function only(edges, exists)
  local kept = {}
  for _, edge in ipairs(edges) do
    if edge.exists == exists then kept[#kept + 1] = edge end
  end
  return kept
end

local function busyEnd(edges)
  for _, edge in ipairs(edges) do
    for _, id in ipairs({ edge.parent, edge.child }) do
      if known[id].state ~= 'inactive' then return { 'not-inactive', id, known[id].state } end
    end
  end
end

-- A way that leads back to where it began, depth first with a stack of its own.
local function cycleFrom(starts)
  local isOnWay = {}
  for _, start in ipairs(starts) do
    if isOnWay[start] == nil then
      local way = { { id = start, at = 0 } }
      isOnWay[start] = true
      while #way > 0 do
        local top = way[#way]
        top.at = top.at + 1
        local child = continuationsOf(top.id).list[top.at]
        if not child then
          isOnWay[top.id] = false
          way[#way] = nil
        elseif isOnWay[child] == nil then
          isOnWay[child] = true
          way[#way + 1] = { id = child, at = 0 }
        elseif isOnWay[child] then
          local path
          for _, step in ipairs(way) do
            if path or step.id == child then
              path = path or {}
              path[#path + 1] = step.id
            end
          end
          path[#path + 1] = child
          return path
        end
      end
    end
  end
end

local changed = {}

local function planToAdd(args, owner, first, most)
  local edges, refused = named(args, owner, first)
  if refused then return nil, refused end
  edges = only(edges, false)
  refused = busyEnd(edges)
  if refused then return nil, refused end
  local starts, isStart = {}, {}
  for _, edge in ipairs(edges) do
    local found = continuationsOf(edge.parent)
    found.list[#found.list + 1] = edge.child
    found.has[edge.child] = true
    if #found.list > most then return nil, { 'too-many-continuations', edge.parent } end
    if not isStart[edge.parent] then starts[#starts + 1] = edge.parent end
    isStart[edge.parent] = true
    changed[edge.parent] = true
  end
  local path = cycleFrom(starts)
  if path then return nil, { 'cycle', path } end
  return edges
end

local function planToRemove(args, owner, first)
  local edges, refused = named(args, owner, first)
  if refused then return nil, refused end
  edges = only(edges, true)
  refused = busyEnd(edges)
  if refused then return nil, refused end
  local gone = {}
  for _, edge in ipairs(edges) do
    gone[edge.parent] = gone[edge.parent] or {}
    gone[edge.parent][edge.child] = true
  end
  for parent, children in pairs(gone) do
    local left = { list = {}, has = {} }
    for _, child in ipairs(continuationsOf(parent).list) do
      if not children[child] then
        left.list[#left.list + 1] = child
        left.has[child] = true
      end
    end
    continuations[parent] = left
    changed[parent] = true
  end
  return edges
end

local function writeEdges(edges, step)
  for _, edge in ipairs(edges) do
    local child = known[edge.child]
    child.pending = child.pending + step
    call('HSET', key('task', child.id), 'pending', child.pending, 'updated', now)
  end
  for parent in pairs(changed) do
    local list = continuations[parent].list
    if #list == 0 then call('DEL', key('next', parent)) else call('SET', key('next', parent), table.concat(list, ' ')) end
    call('HSET', key('task', parent), 'updated', now)
  end
end

local function flat(edges)
  local args = {}
  for _, edge in ipairs(edges) do
    args[#args + 1] = edge.parent
    args[#args + 1] = edge.child
  end
  return args
end

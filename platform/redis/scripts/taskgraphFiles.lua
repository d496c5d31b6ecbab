-- The task graph, 5: what tasks drew or wrote (docs/task-graph.md, "Artifacts"). Follows taskgraphState.

-- An empty list would be encoded as an object.
local function keepFiles(id, files)
  if #files == 0 then
    call('HDEL', key('task', id), 'artifacts')
    call('ZREM', key('artifacts'), id)
  else
    call('HSET', key('task', id), 'artifacts', cjson.encode(files))
    call('ZADD', key('artifacts'), nowText, id)
  end
end

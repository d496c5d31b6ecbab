-- The task graph: a file that a task drew or wrote is taken away. ARGV: id, owner ('' anybody), name of the file.
-- Answers 'ok' and what was known of it as JSON, or why not.
local task = loadOf(ARGV[2], ARGV[3])
if not task then return { 'unknown-task' } end
local kept, gone = {}, nil
for _, artifact in ipairs(cjson.decode(call('HGET', key('task', task.id), 'artifacts') or '[]')) do
  if artifact.file == ARGV[4] then gone = artifact else kept[#kept + 1] = artifact end
end
if not gone then return { 'unknown-artifact', ARGV[4] } end
keepFiles(task.id, kept)
return { 'ok', cjson.encode(gone) }

-- The task graph: files that a task drew or wrote. ARGV: id, token, 1 if they replace all others, most files of a task,
-- then each as JSON with its name under `file`. Answers 'ok' or why not.
local task = load(ARGV[2])
if not task then return { 'unknown-task' } end
if not isLive(task, ARGV[3]) then return { 'old-token' } end
local kept = cjson.decode(ARGV[4] == '1' and '[]' or call('HGET', key('task', task.id), 'artifacts') or '[]')
for i = 6, #ARGV do
  local new = cjson.decode(ARGV[i])
  local at = #kept + 1
  for j, old in ipairs(kept) do
    if old.file == new.file then at = j end
  end
  kept[at] = new
end
if #kept > tonumber(ARGV[5]) then return { 'too-many-artifacts', ARGV[5] } end
keepFiles(task.id, kept)
return { 'ok' }

-- The task graph: files that a task drew or wrote. ARGV: id, token, 1 if they replace all others, most files of a task,
-- then each as JSON with its name under `file`. Answers 'ok' or why not.
local task = load(ARGV[3])
if not task then return { 'unknown-task' } end
if not isLive(task, ARGV[4]) then return { 'old-token' } end
local kept = cjson.decode(ARGV[5] == '1' and '[]' or call('HGET', key('task', task.id), 'artifacts') or '[]')
for i = 7, #ARGV do
  local new = cjson.decode(ARGV[i])
  local at = #kept + 1
  for j, old in ipairs(kept) do
    if old.file == new.file then at = j end
  end
  kept[at] = new
end
if #kept > tonumber(ARGV[6]) then return { 'too-many-artifacts', ARGV[6] } end
keepFiles(task.id, kept)
return { 'ok' }

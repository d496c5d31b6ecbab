#!/usr/bin/env node
// An outside worker for task graphs (docs/task-graph.md, "Workers"): runs {"external": {"run": "<shell command>"}}.
//   ASYGROUND_URL=http://127.0.0.1:3000 ASYGROUND_TOKEN=... node examples/workers/worker.mjs
import { spawn } from 'node:child_process';
import { hostname } from 'node:os';

const { ASYGROUND_URL: url = 'http://127.0.0.1:3000', ASYGROUND_TOKEN: token = '' } = process.env;
const worker = `${hostname()}-${process.pid}`;
let isLeaving = false;
process.once('SIGTERM', () => (isLeaving = true));

async function ask(method, path, body, type = 'application/json') {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const text = type === 'application/json' ? JSON.stringify(body) : body;
  const response = await fetch(`${url}/api/v1${path}`, { method, headers, body: text });
  if (response.status >= 400) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

/** Resolves with how it ended. SIGTERM when it is to stop; SIGKILL if it takes too long. */
async function run(task) {
  const child = spawn('sh', ['-c', task.command.external.run], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const signal = (name) => process.kill(-child.pid, name);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  let isCancelled = false;
  let kill;
  const leaseMilliseconds = Date.parse(task.lease_until) - Date.now();
  const renewal = setInterval(
    async () => {
      const { cancel } = await ask('POST', `/tasks/${task.id}/renew`, { token: task.token }).catch(() => ({
        cancel: true,
      }));
      if (!cancel || isCancelled) return;
      isCancelled = true;
      signal('SIGTERM');
      kill = setTimeout(() => signal('SIGKILL'), task.max_termination_time_ms);
    },
    Math.min(leaseMilliseconds / 3, 2000),
  );
  const [code, by] = await new Promise((resolve) => child.once('close', (...end) => resolve(end)));
  clearInterval(renewal);
  clearTimeout(kill);
  const exit_status = isCancelled ? 'cancelled' : by ? 'signal' : code === 0 ? 'success' : 'failure';
  const execution_info = { exit_status, time_terminated: new Date().toISOString() };
  if (code !== null) execution_info.exit_code = code;
  if (by) execution_info.signal = by;
  await ask('PUT', `/tasks/${task.id}/log?token=${task.token}`, log, 'text/plain');
  await ask('PATCH', `/tasks/${task.id}`, {
    state: isCancelled ? 'cancelled' : 'terminated',
    token: task.token,
    execution_info,
  });
}

while (!isLeaving) {
  try {
    const { tasks } = await ask('POST', '/tasks/claim', { max: 1, wait_ms: 5000, worker });
    // A token that is no longer ours: somebody else has the task by now.
    for (const task of tasks) await run(task).catch((error) => console.error(error.message));
  } catch (error) {
    console.error(error.message);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

#!/usr/bin/env node
// An outside worker for task graphs (docs/task-graph.md, "Outside workers"): {"external": {"run": "plot", "input": ...}}
// runs the program `plot` of a folder of yours, with the input as JSON on its standard input. It runs nothing else, and
// only for the owners (and, with ASYGROUND_LABELS, the labels) that you name.
//   ASYGROUND_TOKEN=... ASYGROUND_OWNERS=token:... ASYGROUND_COMMANDS=./commands node examples/workers/worker.mjs
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';

const { ASYGROUND_TOKEN: token, ...env } = process.env;
const { ASYGROUND_URL: url = 'http://127.0.0.1:3000', ASYGROUND_COMMANDS: folder } = env;
const serves = { owners: env.ASYGROUND_OWNERS?.split(','), labels: env.ASYGROUND_LABELS?.split(',') };
if (!token || !folder || !(serves.owners || serves.labels))
  throw new Error('Set ASYGROUND_TOKEN, ASYGROUND_COMMANDS, and ASYGROUND_OWNERS or ASYGROUND_LABELS.');
const commands = new Set(readdirSync(folder));
const worker = `${hostname()}-${process.pid}`;
let isLeaving = false;
process.once('SIGTERM', () => (isLeaving = true));

async function ask(method, address, body, type = 'application/json') {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const text = type === 'application/json' ? JSON.stringify(body) : body;
  const response = await fetch(`${url}/api/v1${address}`, { method, headers, body: text });
  if (response.status >= 400) throw new Error(`${method} ${address}: ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

/** Resolves with how it ended. SIGTERM when it is to stop; SIGKILL if it takes too long. */
async function run(task) {
  const { run: name, input = null } = task.command.external ?? {};
  const isKnown = commands.has(name);
  let log = isKnown ? '' : 'This worker has no such command.\n';
  const child = spawn(isKnown ? path.resolve(folder, name) : 'false', { detached: true, env });
  child.on('error', (error) => (log += error.message));
  child.stdin.on('error', () => undefined).end(JSON.stringify(input));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  const signal = (kind) => child.pid && process.kill(-child.pid, kind);
  let isCancelled = false;
  let kill;
  const renew = async () => {
    const renewed = ask('POST', `/tasks/${task.id}/renew`, { token: task.token });
    const { cancel } = await renewed.catch(() => ({ cancel: true }));
    if (!cancel || isCancelled) return;
    isCancelled = true;
    signal('SIGTERM');
    kill = setTimeout(() => signal('SIGKILL'), task.max_termination_time_ms);
  };
  const renewal = setInterval(renew, Math.min((Date.parse(task.lease_until) - Date.now()) / 3, 2000));
  const [code, by] = await new Promise((resolve) => child.once('close', (...end) => resolve(end)));
  clearInterval(renewal);
  clearTimeout(kill);
  const exit_status = isCancelled ? 'cancelled' : by ? 'signal' : code === 0 ? 'success' : 'failure';
  const end = { ...(code !== null && { exit_code: code }), ...(by && { signal: by }) };
  const execution_info = { exit_status, time_terminated: new Date().toISOString(), ...end };
  await ask('PUT', `/tasks/${task.id}/log?token=${task.token}`, log, 'text/plain');
  const state = isCancelled ? 'cancelled' : 'terminated';
  await ask('PATCH', `/tasks/${task.id}`, { state, token: task.token, execution_info });
}

while (!isLeaving) {
  try {
    const { tasks } = await ask('POST', '/tasks/claim', { max: 1, wait_ms: 5000, worker, ...serves });
    // A token that is no longer ours: somebody else has the task by now.
    for (const task of tasks) await run(task).catch((error) => console.error(error.message));
  } catch (error) {
    console.error(error.message);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as documents from './documentSchema';
import { TASK_GRAPH_LIMITS } from './limits';
import { problemDocument, readBody } from './problem';
import { graphBodySchema, taskBodySchema } from './taskSchema';
import {
  bulkContinuationsBodySchema,
  claimBodySchema,
  continuationsBodySchema,
  patchBodySchema,
  renewBodySchema,
  reportBodySchema,
  timeStartedBodySchema,
  usageBodySchema,
} from './workerSchema';

function fieldsOf(schema: z.ZodType, body: unknown): readonly string[] {
  const read = readBody(schema, body);
  return read.ok ? [] : (read.failure.errors ?? []).map(({ field }) => field);
}

// docs/task-graph.md, "Model"
describe('the body of a task', () => {
  it('may be empty, a group, or as rich as this', () => {
    expect(fieldsOf(taskBodySchema, {})).toEqual([]);
    const full = {
      name: 'plot',
      command: { external: null },
      continuations: ['t1'],
      requested_resources: { memory_bytes: 1e9, cores: 0.5, gpus: 0 },
      estimated_runtime_ms: 1500,
      max_termination_time_ms: 0,
      max_attempt_count: 3,
      deadline: '2030-01-01T00:00:00+02:00',
      priority: -3,
      labels: ['book', 'chapter-1'],
      hold: true,
    };
    expect(fieldsOf(taskBodySchema, full)).toEqual([]);
  });

  it('is refused field by field', () => {
    const body = {
      name: 'x'.repeat(257),
      continuations: Array.from({ length: 1025 }, (_, index) => `t${index}`),
      requested_resources: { cores: -1 },
      max_attempt_count: 0,
      deadline: 'tomorrow',
      priority: 0.5,
      labels: [''],
      state: 'running',
    };
    expect(fieldsOf(taskBodySchema, body)).toEqual([
      'name',
      'requested_resources.cores',
      'max_attempt_count',
      'deadline',
      'priority',
      'labels.0',
      'continuations',
      'state',
    ]);
    expect(fieldsOf(taskBodySchema, { typo: 1 })).toEqual(['typo']);
    expect(fieldsOf(taskBodySchema, [])).toEqual(['(body)']);
  });

  it('has a command of one kind', () => {
    const main = { files: { 'a.asy': 'draw(unitcircle);' }, main: 'a.asy' };
    expect(fieldsOf(taskBodySchema, { command: { render: main } })).toEqual([]);
    expect(fieldsOf(taskBodySchema, { command: {} })).toEqual(['command']);
    expect(fieldsOf(taskBodySchema, { command: { render: main, external: 1 } })).toEqual(['command']);
  });

  it('has files that a render may have', () => {
    const fields = (files: Record<string, unknown>, main = 'a.asy') =>
      fieldsOf(taskBodySchema, { command: { render: { files: { 'a.asy': '', ...files }, main } } });
    const base64 = { base64: 'AAEC' };
    const artifact = { artifact: { task: 't1', file: 'plot.png' } };
    expect(fields({ 'b.png': base64, 'c.png': artifact })).toEqual([]);
    expect(fields({ 'b.png': { base64: '?' } })).toEqual(['command.render.files.b.png.base64']);
    expect(fields({ 'b.png': 7 })).toEqual(['command.render.files.b.png']);
    expect(fields({ '../b.asy': '' })).toEqual(['command.render.files.../b.asy']);
    expect(fields({ 'b.csv': '' }, 'b.csv')).toEqual(['command.render.main']);
    expect(fields({}, 'missing.asy')).toEqual(['command.render.main']);
    const many = Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`f${index}.asy`, '']));
    expect(fields(many)).toEqual(['command.render.files']);
  });
});

// docs/task-graph.md, "Shapes"
describe('the bodies of workers and owners', () => {
  it('have their defaults and limits', () => {
    expect(claimBodySchema.parse({})).toEqual({ max: 1, wait_ms: 0 });
    expect(fieldsOf(claimBodySchema, { max: 0, wait_ms: 20_001 })).toEqual(['max', 'wait_ms']);
    expect(fieldsOf(renewBodySchema, {})).toEqual(['token']);
    expect(fieldsOf(usageBodySchema, { token: 't', value: -1 })).toEqual(['value']);
    expect(fieldsOf(timeStartedBodySchema, { token: 't', value: 'now' })).toEqual(['value']);
    expect(fieldsOf(continuationsBodySchema, ['a', 1])).toEqual(['1']);
    expect(fieldsOf(bulkContinuationsBodySchema, [{ targets: ['a'], values: [] }, {}])).toEqual([
      '1.targets',
      '1.values',
    ]);
    expect(fieldsOf(patchBodySchema, { state: 'terminated' })).toEqual(['state']);
    expect(fieldsOf(patchBodySchema, { state: 'cancelled', priority: 3, add_continuations: ['a'] })).toEqual([]);
  });

  it('ask of a report its token and how it ended', () => {
    expect(fieldsOf(reportBodySchema, { state: 'running', execution_info: { worker: 'w' } })).toEqual([]);
    expect(fieldsOf(reportBodySchema, { state: 'terminated' })).toEqual(['token', 'execution_info.exit_status']);
    expect(fieldsOf(reportBodySchema, { state: 'cancelled', token: 't' })).toEqual([]);
    const abandoned = { state: 'terminated', token: 't', execution_info: { exit_status: 'abandoned' } };
    expect(fieldsOf(reportBodySchema, abandoned)).toEqual(['execution_info.exit_status']);
  });
});

describe('every schema', () => {
  it('can be written into an OpenAPI document', () => {
    const bodies = [taskBodySchema, graphBodySchema, claimBodySchema, reportBodySchema, patchBodySchema];
    for (const schema of [...bodies, ...Object.values(documents)]) {
      expect(z.toJSONSchema(schema, { io: 'input' })).toHaveProperty('type');
    }
  });
});

// docs/task-graph.md, 7
describe('a problem', () => {
  it('is an RFC 9457 document that names its fields', () => {
    const read = readBody(taskBodySchema, { priority: 'high', max_attempt_count: TASK_GRAPH_LIMITS.maxAttempts + 1 });
    const document = read.ok ? undefined : problemDocument(read.failure);
    expect(document).toMatchObject({ type: '/api/v1/docs#invalid-body', status: 422 });
    expect(document?.errors?.map(({ field }) => field)).toEqual(['max_attempt_count', 'priority']);
    expect(document?.detail).toContain('max_attempt_count');
    expect(documents.problemDocumentSchema.safeParse(document).success).toBe(true);
  });
});

import { z } from 'zod';
import { boundedList, boundedRecord } from '@/core/boundedList';
import { checkFileName, isProgramName } from '@/core/submission/fileNames';
import { SUBMISSION_LIMITS } from '@/core/limits';
import { RENDER_FORMATS, TEX_ENGINES, VERBOSITIES } from '@/core/submission/submission';
import { TASK_GRAPH_LIMITS } from './limits';

/** What a task is made of, as clients write it (docs/task-graph.md, "Model"). The OpenAPI document comes from here. */

export const idSchema = z.string().min(1).max(TASK_GRAPH_LIMITS.maxNameCharacters);

export const resourcesSchema = z.strictObject({
  memory_bytes: z.int().nonnegative().optional(),
  cores: z.number().nonnegative().optional(),
  gpus: z.int().nonnegative().optional(),
});
export type Resources = Readonly<z.infer<typeof resourcesSchema>>;

/** A file of a render: its text, its bytes, or what an earlier task drew or wrote. */
const fileSchema = z.union(
  [
    z.string(),
    z.strictObject({ base64: z.base64() }),
    z.strictObject({ artifact: z.strictObject({ task: idSchema, file: z.string().min(1) }) }),
  ],
  { error: 'expected a text, {"base64": …} or {"artifact": {"task", "file"}}' },
);

const renderSchema = z
  .strictObject({
    files: boundedRecord(fileSchema, SUBMISSION_LIMITS.maxFiles),
    main: z.string(),
    options: z
      .strictObject({
        duration: z.number().positive().optional(),
        format: z.enum(RENDER_FORMATS).optional(),
        stderrRedir: z.boolean().optional(),
        verbosity: z.literal(VERBOSITIES).optional(),
        engine: z.enum(TEX_ENGINES).optional(),
      })
      .optional(),
  })
  .superRefine(({ files, main }, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    const names = Object.keys(files);
    const sourceBytes = Object.values(files).reduce((sum, content) => sum + inlineBytes(content), 0);
    if (sourceBytes > TASK_GRAPH_LIMITS.maxSourceBytes)
      refuse(['files'], `at most ${TASK_GRAPH_LIMITS.maxSourceBytes} bytes in all, found ${sourceBytes}`);
    for (const name of names) {
      const failure = checkFileName(name, SUBMISSION_LIMITS);
      if (failure !== undefined) refuse(['files', name], failure.message);
    }
    if (!names.includes(main) || !isProgramName(main)) refuse(['main'], 'expected the name of one of the .asy files');
  });

function inlineBytes(content: z.infer<typeof fileSchema>): number {
  if (typeof content === 'string') return new TextEncoder().encode(content).length;
  return 'base64' in content ? Math.floor((content.base64.length * 3) / 4) : 0;
}

export const commandSchema = z
  .strictObject({
    /** Run by the product's own sandboxed workers. */
    render: renderSchema.optional(),
    /** Any JSON; claimed by workers over REST. */
    external: z.unknown().optional(),
  })
  .refine((command) => (command.render !== undefined) !== 'external' in command, {
    error: 'expected either "render" or "external"',
  });
export type Command = z.infer<typeof commandSchema>;

const { maxLabels, maxLabelCharacters, maxPriority } = TASK_GRAPH_LIMITS;

/** What the owner may still change later. */
export const changeableFields = {
  name: z.string().min(1).max(TASK_GRAPH_LIMITS.maxNameCharacters).optional(),
  requested_resources: resourcesSchema.optional(),
  estimated_runtime_ms: z.int().nonnegative().optional(),
  max_termination_time_ms: z.int().nonnegative().max(TASK_GRAPH_LIMITS.maxTerminationMs).optional(),
  max_attempt_count: z.int().min(1).max(TASK_GRAPH_LIMITS.maxAttempts).optional(),
  deadline: z.iso.datetime({ offset: true }).optional(),
  /** The larger is claimed first. */
  priority: z.int().min(-maxPriority).max(maxPriority).optional(),
  labels: boundedList(z.string().min(1).max(maxLabelCharacters), maxLabels).optional(),
};

export const continuationsSchema = boundedList(idSchema, TASK_GRAPH_LIMITS.maxContinuations);

/** One task of its own. Its continuations are ids of tasks that exist and are inactive. */
export const taskBodySchema = z.strictObject({
  ...changeableFields,
  /** Absent: a group. */
  command: commandSchema.optional(),
  continuations: continuationsSchema.optional(),
  /** Stay inactive until activated, also without parents. */
  hold: z.boolean().optional(),
  /** The older way to say the same: `inactive` is `hold`. */
  state: z.enum(['inactive', 'available']).optional(),
});
export type TaskBody = Readonly<z.infer<typeof taskBodySchema>>;

/** A whole graph, by local names, which its continuations and artifacts use. */
export const graphBodySchema = z.strictObject({
  tasks: z.record(idSchema, taskBodySchema),
  /** Holds every task that has no parents. */
  hold: z.boolean().optional(),
});
export type GraphBody = Readonly<z.infer<typeof graphBodySchema>>;

export function isHeld(body: TaskBody): boolean {
  return body.hold === true || body.state === 'inactive';
}

/** The files of a render that an earlier task is to have made. */
export function artifactsOf(body: TaskBody): { readonly file: string; readonly task: string }[] {
  return Object.entries(body.command?.render?.files ?? {}).flatMap(([file, content]) =>
    typeof content === 'object' && 'artifact' in content ? [{ file, task: content.artifact.task }] : [],
  );
}

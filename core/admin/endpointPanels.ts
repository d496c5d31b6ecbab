import { z } from 'zod';
import { storedLink } from '@/core/links/link';
import { artifactRow } from '@/core/taskgraph/artifactRow';
import { tokenDocumentSchema } from '@/core/taskgraph/serviceSchema';

/** The panels that the other endpoints push. */

const functionRow = z.object({
  func: z.string(),
  label: z.string(),
  jobs: z.number(),
  running: z.number(),
  workers: z.number(),
});
export type FunctionRow = z.infer<typeof functionRow>;

const jobSummary = z.object({
  func: z.string(),
  name: z.string(),
  funcLabel: z.string(),
  nameLabel: z.string(),
  state: z.string(),
  schedAtSeconds: z.number(),
  runCount: z.number(),
  workloadBytes: z.number(),
  worker: z.string().optional(),
  /** Runs in the last hour, by five minutes, as this front has heard of them. */
  recentRuns: z.array(z.number()).optional(),
});
export type JobSummary = z.infer<typeof jobSummary>;

const periodicWorker = z.object({
  worker: z.string(),
  front: z.string(),
  funcLabels: z.array(z.string()).readonly(),
  runningJobs: z.number(),
});

/** What somebody reported about a shared link. */
export const linkReport = z.object({
  id: z.string(),
  link: z.string(),
  words: z.string(),
  address: z.string(),
  atMs: z.number(),
});
export type LinkReport = Readonly<z.infer<typeof linkReport>>;

const holder = z.object({ holder: z.string(), count: z.number() });

export const ENDPOINT_PANELS = {
  requests: z.object({
    /** False: the counts cannot be read now. */
    isReachable: z.boolean(),
    types: z.number().optional(),
    requests: z.number().optional(),
    rows: z.record(z.string(), z.object({ count: z.number(), holders: z.array(holder).readonly() })).optional(),
  }),
  periodic: z.object({
    functions: z.record(z.string(), functionRow),
    workers: z.record(z.string(), periodicWorker),
    jobs: z.record(z.string(), jobSummary),
    dead: z.record(z.string(), jobSummary),
  }),
  graphs: z.object({
    states: z.record(z.string(), z.number()),
    graphs: z.number(),
    oldestWaitingSeconds: z.number().optional(),
    workers: z.array(z.object({ name: z.string(), tasks: z.number(), since: z.string() })).readonly(),
  }),
  apiTokens: z.record(z.string(), tokenDocumentSchema),
  artifacts: z.record(z.string(), artifactRow),
  links: z.object({
    count: z.number(),
    bytes: z.number(),
    links: z.record(z.string(), storedLink),
    reports: z.record(z.string(), linkReport),
  }),
  cache: z.object({
    entries: z.number(),
    storeBytes: z.number(),
    memoryBytes: z.number(),
    /** How often it helped at this front, by how. */
    uses: z.record(z.string(), z.number()).readonly(),
  }),
} as const;

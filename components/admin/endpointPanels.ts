import type { ArtifactRow } from '@/core/taskgraph/artifactRow';
import type { StoredLink } from '@/core/links/link';
import type { TokenDocument } from '@/core/taskgraph/serviceSchema';

/** The panels that the other endpoints push. */

export interface EndpointPanels {
  readonly requests: {
    readonly isReachable: boolean;
    readonly types?: number;
    readonly requests?: number;
    readonly rows?: Readonly<Record<string, { readonly count: number; readonly holders: readonly Holder[] }>>;
  };
  readonly periodic: {
    readonly functions: Readonly<Record<string, FunctionRow>>;
    readonly workers: Readonly<Record<string, PeriodicWorker>>;
    readonly jobs: Readonly<Record<string, JobSummary>>;
    readonly dead: Readonly<Record<string, JobSummary>>;
  };
  readonly graphs: {
    readonly states: Readonly<Record<string, number>>;
    readonly graphs: number;
    readonly oldestWaitingSeconds?: number;
    readonly workers: readonly { readonly name: string; readonly tasks: number; readonly since: string }[];
  };
  readonly apiTokens: Readonly<Record<string, TokenDocument>>;
  readonly artifacts: Readonly<Record<string, ArtifactRow>>;
  readonly links: {
    readonly count: number;
    readonly bytes: number;
    readonly links: Readonly<Record<string, StoredLink>>;
    readonly reports: Readonly<Record<string, ReportRow>>;
  };
  readonly cache: {
    readonly entries: number;
    readonly storeBytes: number;
    readonly memoryBytes: number;
    readonly uses: Readonly<Record<string, number>>;
  };
}

interface Holder {
  readonly holder: string;
  readonly count: number;
}

export interface FunctionRow {
  readonly func: string;
  readonly label: string;
  readonly jobs: number;
  readonly running: number;
  readonly workers: number;
}

interface PeriodicWorker {
  readonly worker: string;
  readonly front: string;
  readonly funcLabels: readonly string[];
  readonly runningJobs: number;
}

export interface JobSummary {
  readonly func: string;
  readonly name: string;
  readonly funcLabel: string;
  readonly nameLabel: string;
  readonly state: string;
  readonly schedAtSeconds: number;
  readonly runCount: number;
  readonly workloadBytes: number;
  readonly worker?: string;
}

export interface ReportRow {
  readonly id: string;
  readonly link: string;
  readonly words: string;
  readonly address: string;
  readonly atMs: number;
}

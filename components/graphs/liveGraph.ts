import { createStore } from 'zustand/vanilla';
import type { EventDocument } from '@/core/taskgraph/documentSchema';
import type { GraphTask } from './graphsApi';
import { hasEnded } from './taskStyle';

/**
 * A graph as it is now. Events change states at once; what else has changed of a task (how it ended, what it drew) is
 * asked for a moment later, of many tasks together. Changes are shown once a frame, and no more of them than can be
 * drawn without a pause.
 */

interface GraphState {
  readonly status: 'loading' | 'live' | 'away' | 'failed';
  /** Of a failure. */
  readonly reason: string | undefined;
  readonly tasks: ReadonlyMap<string, GraphTask>;
}

interface GraphSource {
  readGraph(graph: string): Promise<GraphTask[]>;
  readTask(id: string): Promise<GraphTask>;
  listen(
    graph: string,
    listener: { onEvent: (event: EventDocument) => void; onOpen: () => void; onAway: () => void },
  ): () => void;
  /** Calls back soon: in the next frame, or after so many milliseconds. */
  soon(run: () => void, milliseconds?: number): void;
}

const ASK_AGAIN_MS = 300;
/** From so many on, one question about the whole graph is cheaper. */
const MANY = 16;
/** When all of a graph is cancelled, each task tells so: so many events are shown in a frame. */
const MOST_A_FRAME = 250;

export class LiveGraph {
  readonly store = createStore<GraphState>(() => ({ status: 'loading', reason: undefined, tasks: new Map() }));
  private events: EventDocument[] = [];
  private readonly changed = new Set<string>();
  private isLoaded = false;
  private isDrawing = false;
  private isAsking = false;
  private asked: Promise<void> = Promise.resolve();
  private isClosed = false;
  private stop: () => void = () => undefined;

  constructor(
    private readonly graph: string,
    private readonly source: GraphSource,
  ) {}

  open(): void {
    this.isClosed = false;
    this.stop = this.source.listen(this.graph, {
      onEvent: (event) => {
        this.events.push(event);
        this.drawSoon();
      },
      onOpen: () => this.remember(this.load()),
      onAway: () => this.store.setState({ status: 'away' }),
    });
  }

  /** From now on nothing is asked about it. When what was asked is answered, it may be deleted. */
  close(): Promise<void> {
    this.isClosed = true;
    this.stop();
    return this.asked;
  }

  async load(): Promise<void> {
    try {
      const tasks = await this.source.readGraph(this.graph);
      if (this.isClosed) return;
      this.isLoaded = true;
      this.store.setState({ status: 'live', reason: undefined, tasks: new Map(tasks.map((task) => [task.id, task])) });
      this.drawSoon();
    } catch (error) {
      this.store.setState({ status: 'failed', reason: error instanceof Error ? error.message : String(error) });
    }
  }

  private drawSoon(): void {
    if (this.isDrawing || !this.isLoaded) return;
    this.isDrawing = true;
    this.source.soon(() => {
      this.isDrawing = false;
      const events = this.events.splice(0, MOST_A_FRAME);
      if (events.length === 0) return;
      const tasks = new Map(this.store.getState().tasks);
      for (const { task: id, to } of events) {
        const task = tasks.get(id);
        if (task === undefined) continue;
        tasks.set(id, { ...task, state: to });
        this.changed.add(id);
      }
      this.store.setState({ tasks });
      if (this.events.length > 0) this.drawSoon();
      else this.askSoon();
    });
  }

  private askSoon(): void {
    if (this.isAsking || this.changed.size === 0) return;
    this.isAsking = true;
    this.source.soon(() => this.remember(this.askAgain()), ASK_AGAIN_MS);
  }

  private remember(asking: Promise<void>): void {
    this.asked = Promise.all([this.asked, asking]).then(() => undefined);
  }

  private async askAgain(): Promise<void> {
    const ids = [...this.changed];
    this.changed.clear();
    if (this.isClosed) return;
    try {
      if (ids.length > MANY) await this.load();
      else this.replace(await Promise.all(ids.map((id) => this.source.readTask(id))));
    } catch {
      // The stream tells what follows; a reload asks again.
    } finally {
      this.isAsking = false;
      this.askSoon();
    }
  }

  private replace(fresh: readonly GraphTask[]): void {
    const tasks = new Map(this.store.getState().tasks);
    for (const task of fresh) {
      // What has ended stays so: an older answer may come late.
      const known = tasks.get(task.id);
      if (known !== undefined && !(hasEnded(known) && !hasEnded(task))) tasks.set(task.id, task);
    }
    this.store.setState({ tasks });
  }
}

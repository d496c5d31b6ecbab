/**
 * Fairness (docs/queue.md, 9): windows on the shared queue, and a lane for each client behind its window.
 *
 * A client has at most `tasksPerClient` tasks in the shared queue, and an address at most `tasksPerAddress` of each class.
 * Cookies cost nothing, so the share of an address does not grow with its clients: whoever comes from elsewhere finds
 * only its window ahead. It is a window for each class, since a class may be held back by the limit of its level.
 *
 * What an address holds (running, on its way back, or in the shared queue, of all classes) is at most `most`, so that it
 * never takes the last backend. Whatever is in the queue may start, then: the head is never held back for its address.
 *
 * What is beyond waits in the client's own lane, in order of arrival, and enters the shared queue at the tail when one of
 * the window starts or leaves, and the address holds less than it may.
 *
 * A client is ready when its lane holds somebody and its own window has room, so that only its address holds it back.
 * An address keeps its ready clients in a circle: each place that becomes free goes to the next of them, which then
 * stands at the end again. Every operation costs O(1) on average, but for one look at each class.
 *
 * `copy` costs one step for each client that waits in a lane; `ahead` costs nothing (overlay.ts).
 */
import { ClientWindow } from './clientWindow';
import { Overlay } from './overlay';
import { Share } from './share';
import type { Submission, Task } from './task';
import type { TaskClass } from './taskClass';

interface WindowSizes {
  readonly tasksPerClient: number;
  /** Of each class. */
  readonly tasksPerAddress: number;
}

export class Lanes {
  /** Addresses that hold less than before, so that somebody may enter. */
  private freed = new Set<string>();
  private waitingCount = 0;
  private most = Infinity;
  private nextTurn = 1;

  constructor(
    readonly sizes: WindowSizes,
    private readonly clients = new Overlay(() => new ClientWindow()),
    private readonly shares = new Overlay(() => new Share()),
  ) {}

  /** How many wait in all lanes together. */
  get waiting(): number {
    return this.waitingCount;
  }

  laneSize(client: string): number {
    return this.clients.get(client)?.lane?.size ?? 0;
  }

  /** How often the windows of a new task must become free before it enters the shared queue. */
  rounds({ client, address, taskClass }: Submission): number {
    const behind = this.shares.get(address)?.window(taskClass)?.behind ?? 0;
    return Math.max(this.laneSize(client) / this.sizes.tasksPerClient, behind / this.sizes.tasksPerAddress);
  }

  /** For each place the address may hold, the seconds of work that wait for it in lanes. */
  secondsBehind(address: string, secondsOf: (taskClass: TaskClass) => number): number {
    let seconds = 0;
    for (const [taskClass, count] of this.shares.get(address)?.behind() ?? []) seconds += count * secondsOf(taskClass);
    return seconds / this.most;
  }

  /** Whether a new task would enter the shared queue at once. */
  hasRoom({ client: name, address, taskClass }: Task): boolean {
    const client = this.clients.get(name);
    const share = this.shares.get(address);
    return (
      (client === undefined || (!client.hasLane && this.windowHasRoom(client))) &&
      (share?.held ?? 0) < this.most &&
      (share?.window(taskClass)?.inQueue ?? 0) < this.sizes.tasksPerAddress
    );
  }

  /** Whether somebody waits for nothing but an end of what the address holds. */
  isFull(address: string): boolean {
    const share = this.shares.get(address);
    return share !== undefined && share.held >= this.most && share.hasReady;
  }

  /** Counts a new task that enters the shared queue. */
  enter(task: Task): void {
    this.hold(task.address);
    this.comeBack(task);
  }

  /** Counts a task that comes back to the head of the shared queue; its address has held it all along. */
  comeBack(task: Task): void {
    this.clients.named(task.client).inQueue += 1;
    this.shares.named(task.address).windowNamed(task.taskClass).inQueue += 1;
  }

  join(task: Task): void {
    const client = this.clients.named(task.client);
    client.join(task);
    this.shares.named(task.address).windowNamed(task.taskClass).behind += 1;
    this.waitingCount += 1;
    this.markIfReady(task.client, client);
  }

  /**
   * A task has left the shared queue: it started, or its owner went away. Returns who enters now; they are counted
   * already and only lack their number.
   */
  leave(task: Task): Task[] {
    const client = this.clients.get(task.client);
    const share = this.shares.get(task.address);
    if (share === undefined) return [];
    share.windowNamed(task.taskClass).inQueue -= 1;
    const entering: Task[] = [];
    // A copy has no client that nobody waits behind.
    if (client !== undefined) client.inQueue -= 1;
    if (this.waitingCount > 0) {
      const other = client && this.markIfReady(task.client, client);
      this.admit(share, entering);
      if (other !== undefined && other !== share) this.admit(other, entering);
    }
    this.forgetIfEmpty(task);
    return entering;
  }

  /** A task has left its lane without ever being numbered. Returns who enters now: its successor may be freer. */
  withdraw(task: Task): Task[] {
    const client = this.clients.get(task.client);
    if (client?.lane === undefined) return [];
    const left = this.shares.named(task.address).windowNamed(task.taskClass);
    if (client.lane.first()?.arrival === task.arrival) left.ready?.delete(task.client);
    client.lane.remove(task);
    left.behind -= 1;
    this.waitingCount -= 1;
    const entering: Task[] = [];
    const share = this.markIfReady(task.client, client);
    if (share !== undefined) this.admit(share, entering);
    this.forgetIfEmpty(task);
    return entering;
  }

  hold(address: string): void {
    this.shares.named(address).held += 1;
  }

  /** The address holds one less: it has ended. Who enters instead, `admitFreed` says. */
  release(address: string): void {
    const share = this.shares.get(address);
    // A copy has no address when nobody waits in a lane.
    if (share === undefined) return;
    share.held -= 1;
    if (share.isEmpty) this.shares.forget(address);
    this.freed.add(address);
  }

  /** How much an address may hold from now on. What is in the queue already stays there. */
  resize(most: number): void {
    if (most > this.most) this.freeAll();
    this.most = most;
  }

  /** After a rebuild: somebody may have been on the way in. */
  freeAll(): void {
    for (const [address] of this.shares) this.freed.add(address);
  }

  /** Returns who enters since addresses hold less, or may hold more; they only lack their number. */
  admitFreed(): Task[] {
    const entering: Task[] = [];
    for (const address of this.waitingCount > 0 ? this.freed : []) {
      const share = this.shares.get(address);
      if (share !== undefined) this.admit(share, entering);
    }
    this.freed.clear();
    return entering;
  }

  /** What each address holds. */
  *held(): Iterable<readonly [address: string, held: number]> {
    for (const [address, { held }] of this.shares) yield [address, held];
  }

  replace(task: Task): void {
    this.clients.get(task.client)?.lane?.replace(task);
  }

  /** Every lane that holds somebody, each in its order. */
  *lanes(): Iterable<Iterable<Task>> {
    for (const [, { lane }] of this.clients) if (lane !== undefined && lane.size > 0) yield lane;
  }

  /** To look ahead from. Of clients without a lane, nobody can enter, and what their windows hold does not matter. */
  copy(): Lanes {
    if (this.waitingCount === 0) return new Lanes(this.sizes).withCountsOf(this);
    return new Lanes(
      this.sizes,
      this.clients.copy(({ hasLane }) => hasLane),
      this.shares.copy(),
    ).withCountsOf(this);
  }

  ahead(): Lanes {
    return new Lanes(this.sizes, this.clients.ahead(), this.shares.ahead()).withCountsOf(this);
  }

  private withCountsOf({ waitingCount, most, nextTurn }: Lanes): this {
    return Object.assign(this, { waitingCount, most, nextTurn });
  }

  private windowHasRoom(client: ClientWindow): boolean {
    return client.inQueue < this.sizes.tasksPerClient;
  }

  /** The address where the client is ready now, if it is. */
  private markIfReady(name: string, client: ClientWindow): Share | undefined {
    const head = client.lane?.first();
    if (head === undefined || !this.windowHasRoom(client)) return undefined;
    const share = this.shares.named(head.address);
    const window = share.windowNamed(head.taskClass);
    window.ready ??= new Map();
    if (!window.ready.has(name)) window.ready.set(name, this.nextTurn++);
    return share;
  }

  private admit(share: Share, entering: Task[]): void {
    while (share.held < this.most) {
      const next = share.takeReady(this.sizes.tasksPerAddress);
      if (next === undefined) return;
      const client = this.clients.get(next.client);
      const task = client?.lane?.shift();
      if (client === undefined || task === undefined) continue;
      this.waitingCount -= 1;
      client.inQueue += 1;
      next.window.inQueue += 1;
      next.window.behind -= 1;
      share.held += 1;
      entering.push(task);
      const other = this.markIfReady(next.client, client);
      if (other !== undefined && other !== share) this.admit(other, entering);
    }
  }

  private forgetIfEmpty({ client: name, address, taskClass }: Task): void {
    const client = this.clients.get(name);
    if (client?.isEmpty === true) this.clients.forget(name);
    const share = this.shares.get(address);
    share?.forgetIfEmpty(taskClass);
    if (share?.isEmpty === true) this.shares.forget(address);
  }
}

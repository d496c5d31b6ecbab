/**
 * Fairness (docs/queue.md, 9): windows on the shared queue, and a lane for each client behind its window.
 *
 * A client has at most `tasksPerClient` tasks in the shared queue, and an address at most `tasksPerAddress` of each class.
 * Cookies cost nothing, so the share of an address does not grow with its clients: whoever comes from elsewhere finds
 * only its window ahead. It is a window for each class, since a class may be held back by the limit of its level, and
 * the others of a school must not wait for that; the places become free as fast as tasks start, so a school that is
 * alone has all backends. What is beyond waits in the client's own lane, in order of arrival, and enters the shared queue
 * at the tail when one of the window starts or leaves.
 *
 * A client is ready when its lane holds somebody and its own window has room, so that only the window of an address
 * holds it back: that of the address and the class of the first of its lane. It keeps its ready clients in a circle: each
 * place that becomes free goes to the next of them, which then stands at the end again. Every operation costs O(1) on
 * average.
 *
 * `copy` costs one step for each client that waits in a lane. `ahead` costs nothing: it looks at the lanes it was made
 * of, which must not change any more, and copies a client or an address only when it first touches it.
 */
import { TaskQueue } from './taskQueue';
import type { Submission, Task } from './task';

export interface WindowSizes {
  readonly tasksPerClient: number;
  /** Of each class. */
  readonly tasksPerAddress: number;
}

interface Client {
  inQueue: number;
  readonly lane: TaskQueue<Task>;
}

/** An address and a class. */
interface Address {
  inQueue: number;
  /** How many wait in lanes for its places. */
  behind: number;
  /** Names of its ready clients, in the order of their turn. */
  readonly ready: Set<string>;
}

const byArrival = (task: Task): number => task.arrival;
const windowOf = ({ address, taskClass }: Submission): string => `${taskClass} ${address}`;

export class Lanes {
  private clients = new Map<string, Client>();
  private addresses = new Map<string, Address>();
  private waitingCount = 0;

  /** `origin`: what this one looks ahead from, if it does. */
  constructor(
    readonly sizes: WindowSizes,
    private readonly origin?: Lanes,
  ) {}

  /** How many wait in all lanes together. */
  get waiting(): number {
    return this.waitingCount;
  }

  laneSize(client: string): number {
    return this.client(client)?.lane.size ?? 0;
  }

  /** How often the windows of a new task must become free before it enters the shared queue. */
  rounds(submission: Submission): number {
    const behind = this.address(windowOf(submission))?.behind ?? 0;
    return Math.max(this.laneSize(submission.client) / this.sizes.tasksPerClient, behind / this.sizes.tasksPerAddress);
  }

  /** Whether a new task would enter the shared queue at once. */
  hasRoom(task: Task): boolean {
    const client = this.client(task.client);
    const address = this.address(windowOf(task));
    return (
      (client === undefined || (client.lane.size === 0 && this.windowHasRoom(client))) &&
      (address?.inQueue ?? 0) < this.sizes.tasksPerAddress
    );
  }

  /** Counts a task that enters the shared queue: a new one, or one that comes back to its head. */
  enter(task: Task): void {
    this.clientNamed(task.client).inQueue += 1;
    this.addressNamed(windowOf(task)).inQueue += 1;
  }

  join(task: Task): void {
    const client = this.clientNamed(task.client);
    client.lane.push(task);
    this.addressNamed(windowOf(task)).behind += 1;
    this.waitingCount += 1;
    this.markIfReady(task.client, client);
  }

  /**
   * A task has left the shared queue: it started, or its owner went away. Returns who enters now; they are counted
   * already and only lack their number.
   */
  leave(task: Task): Task[] {
    const client = this.client(task.client);
    const address = this.address(windowOf(task));
    if (address === undefined) return [];
    address.inQueue -= 1;
    const entering: Task[] = [];
    // A copy has no client that nobody waits behind.
    if (client !== undefined) client.inQueue -= 1;
    const ownAddress = client && this.markIfReady(task.client, client);
    this.admitReady(address, entering);
    if (ownAddress !== undefined && ownAddress !== address) this.admitReady(ownAddress, entering);
    this.forgetIfEmpty(task);
    return entering;
  }

  /** A task has left its lane without ever being numbered. Returns who enters now: its successor may be freer. */
  withdraw(task: Task): Task[] {
    const client = this.client(task.client);
    if (client === undefined) return [];
    const left = this.addressNamed(windowOf(task));
    if (client.lane.first()?.arrival === task.arrival) left.ready.delete(task.client);
    client.lane.remove(task);
    left.behind -= 1;
    this.waitingCount -= 1;
    const entering: Task[] = [];
    const address = this.markIfReady(task.client, client);
    if (address !== undefined) this.admitReady(address, entering);
    this.forgetIfEmpty(task);
    return entering;
  }

  replace(task: Task): void {
    this.client(task.client)?.lane.replace(task);
  }

  /** Every lane that holds somebody, each in its order. */
  *lanes(): Iterable<Iterable<Task>> {
    for (const { lane } of this.clients.values()) if (lane.size > 0) yield lane;
  }

  /** To look ahead from. Of clients without a lane, nobody can enter, and what their windows hold does not matter. */
  copy(): Lanes {
    const copy = new Lanes(this.sizes);
    copy.waitingCount = this.waitingCount;
    if (this.waitingCount === 0) return copy;
    for (const [name, client] of this.clients) if (client.lane.size > 0) copy.clients.set(name, copyClient(client));
    for (const [name, address] of this.addresses) copy.addresses.set(name, copyAddress(address));
    return copy;
  }

  ahead(): Lanes {
    const ahead = new Lanes(this.sizes, this);
    ahead.waitingCount = this.waitingCount;
    return ahead;
  }

  private windowHasRoom(client: Client): boolean {
    return client.inQueue < this.sizes.tasksPerClient;
  }

  /** The address where the client is ready now, if it is. */
  private markIfReady(name: string, client: Client): Address | undefined {
    const head = client.lane.first();
    if (head === undefined || !this.windowHasRoom(client)) return undefined;
    const address = this.addressNamed(windowOf(head));
    address.ready.add(name);
    return address;
  }

  private admitReady(address: Address, entering: Task[]): void {
    while (address.inQueue < this.sizes.tasksPerAddress) {
      const next = address.ready.values().next();
      if (next.done === true) return;
      address.ready.delete(next.value);
      const client = this.client(next.value);
      const task = client?.lane.shift();
      if (client === undefined || task === undefined) continue;
      this.waitingCount -= 1;
      client.inQueue += 1;
      address.inQueue += 1;
      address.behind -= 1;
      entering.push(task);
      const other = this.markIfReady(next.value, client);
      if (other !== undefined && other !== address) this.admitReady(other, entering);
    }
  }

  private client(name: string): Client | undefined {
    const known = this.clients.get(name);
    if (known !== undefined || this.origin === undefined) return known;
    const original = this.origin.clients.get(name);
    if (original === undefined) return undefined;
    const client = copyClient(original);
    this.clients.set(name, client);
    return client;
  }

  private address(name: string): Address | undefined {
    const known = this.addresses.get(name);
    if (known !== undefined || this.origin === undefined) return known;
    const original = this.origin.addresses.get(name);
    if (original === undefined) return undefined;
    const address = copyAddress(original);
    this.addresses.set(name, address);
    return address;
  }

  private clientNamed(name: string): Client {
    const known = this.client(name);
    if (known !== undefined) return known;
    const client = { inQueue: 0, lane: new TaskQueue(byArrival) };
    this.clients.set(name, client);
    return client;
  }

  private addressNamed(name: string): Address {
    const known = this.address(name);
    if (known !== undefined) return known;
    const address = { inQueue: 0, behind: 0, ready: new Set<string>() };
    this.addresses.set(name, address);
    return address;
  }

  private forgetIfEmpty(task: Task): void {
    // What is forgotten here would be found in the origin again.
    if (this.origin !== undefined) return;
    const client = this.clients.get(task.client);
    if (client !== undefined && client.inQueue === 0 && client.lane.size === 0) this.clients.delete(task.client);
    const name = windowOf(task);
    const address = this.addresses.get(name);
    if (address !== undefined && address.inQueue === 0 && address.behind === 0) this.addresses.delete(name);
  }
}

function copyClient({ inQueue, lane }: Client): Client {
  return { inQueue, lane: lane.copy() };
}

function copyAddress({ inQueue, behind, ready }: Address): Address {
  return { inQueue, behind, ready: new Set(ready) };
}

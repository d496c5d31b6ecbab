/**
 * Fairness (docs/queue.md, 9): windows on the shared line, and a lane for each client behind its window.
 *
 * A client has at most `tasksPerClient` tasks in the shared line, and an address at most `tasksPerAddress`, so that a
 * class of students behind one address is not one client and a crowd of made-up clients is still bounded. What is
 * beyond waits in the client's own lane, in order of arrival, and enters the shared line at the tail when one of the
 * window starts or leaves.
 *
 * A client is ready when its lane holds somebody and its own window has room, so that only the window of an address
 * holds it back: the address that the first of its lane came from. An address keeps its ready clients in a circle: each
 * place that becomes free goes to the next of them, which then stands at the end again. Every operation costs O(1) on
 * average.
 *
 * `copy` costs one step for each client that waits in a lane. `ahead` costs nothing: it looks at the lanes it was made
 * of, which must not change any more, and copies a client or an address only when it first touches it.
 */
import { Line } from './line';
import type { Task } from './task';

export interface WindowSizes {
  readonly tasksPerClient: number;
  readonly tasksPerAddress: number;
}

interface Client {
  inLine: number;
  readonly lane: Line<Task>;
}

interface Address {
  inLine: number;
  /** Names of its ready clients, in the order of their turn. */
  readonly ready: Set<string>;
}

const byArrival = (task: Task): number => task.arrival;

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

  /** Whether a new task would enter the shared line at once. */
  hasRoom(task: Task): boolean {
    const client = this.client(task.client);
    const address = this.address(task.address);
    return (
      (client === undefined || (client.lane.size === 0 && this.windowHasRoom(client))) &&
      (address?.inLine ?? 0) < this.sizes.tasksPerAddress
    );
  }

  /** Counts a task that enters the shared line: a new one, or one that comes back to its head. */
  enter(task: Task): void {
    this.clientNamed(task.client).inLine += 1;
    this.addressNamed(task.address).inLine += 1;
  }

  join(task: Task): void {
    const client = this.clientNamed(task.client);
    client.lane.push(task);
    this.waitingCount += 1;
    this.markIfReady(task.client, client);
  }

  /**
   * A task has left the shared line: it started, or its owner went away. Returns who enters now; they are counted
   * already and only lack their number.
   */
  leave(task: Task): Task[] {
    const client = this.client(task.client);
    const address = this.address(task.address);
    if (address === undefined) return [];
    address.inLine -= 1;
    const entering: Task[] = [];
    // A copy has no client that nobody waits behind.
    if (client !== undefined) client.inLine -= 1;
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
    if (client.lane.first()?.arrival === task.arrival) this.address(task.address)?.ready.delete(task.client);
    client.lane.remove(task);
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
    return client.inLine < this.sizes.tasksPerClient;
  }

  /** The address where the client is ready now, if it is. */
  private markIfReady(name: string, client: Client): Address | undefined {
    const head = client.lane.first();
    if (head === undefined || !this.windowHasRoom(client)) return undefined;
    const address = this.addressNamed(head.address);
    address.ready.add(name);
    return address;
  }

  private admitReady(address: Address, entering: Task[]): void {
    while (address.inLine < this.sizes.tasksPerAddress) {
      const next = address.ready.values().next();
      if (next.done === true) return;
      address.ready.delete(next.value);
      const client = this.client(next.value);
      const task = client?.lane.shift();
      if (client === undefined || task === undefined) continue;
      this.waitingCount -= 1;
      client.inLine += 1;
      address.inLine += 1;
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
    const client = { inLine: 0, lane: new Line(byArrival) };
    this.clients.set(name, client);
    return client;
  }

  private addressNamed(name: string): Address {
    const known = this.address(name);
    if (known !== undefined) return known;
    const address = { inLine: 0, ready: new Set<string>() };
    this.addresses.set(name, address);
    return address;
  }

  private forgetIfEmpty(task: Task): void {
    // What is forgotten here would be found in the origin again.
    if (this.origin !== undefined) return;
    const client = this.clients.get(task.client);
    if (client !== undefined && client.inLine === 0 && client.lane.size === 0) this.clients.delete(task.client);
    const address = this.addresses.get(task.address);
    if (address !== undefined && address.inLine === 0 && address.ready.size === 0) this.addresses.delete(task.address);
  }
}

function copyClient({ inLine, lane }: Client): Client {
  return { inLine, lane: lane.copy() };
}

function copyAddress({ inLine, ready }: Address): Address {
  return { inLine, ready: new Set(ready) };
}

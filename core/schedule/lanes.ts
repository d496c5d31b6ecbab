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

  constructor(readonly sizes: WindowSizes) {}

  /** How many wait in all lanes together. */
  get waiting(): number {
    return this.waitingCount;
  }

  laneSize(client: string): number {
    return this.clients.get(client)?.lane.size ?? 0;
  }

  /** Whether a new task would enter the shared line at once. */
  hasRoom(task: Task): boolean {
    const client = this.clients.get(task.client);
    const address = this.addresses.get(task.address);
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
    const client = this.clients.get(task.client);
    const address = this.addresses.get(task.address);
    if (client === undefined || address === undefined) return [];
    client.inLine -= 1;
    address.inLine -= 1;
    const entering: Task[] = [];
    const ownAddress = this.markIfReady(task.client, client);
    this.admitReady(address, entering);
    if (ownAddress !== undefined && ownAddress !== address) this.admitReady(ownAddress, entering);
    this.forgetIfEmpty(task);
    return entering;
  }

  /** A task has left its lane without ever being numbered. Returns who enters now: its successor may be freer. */
  withdraw(task: Task): Task[] {
    const client = this.clients.get(task.client);
    if (client === undefined) return [];
    if (client.lane.first()?.arrival === task.arrival) this.addresses.get(task.address)?.ready.delete(task.client);
    client.lane.remove(task);
    this.waitingCount -= 1;
    const entering: Task[] = [];
    const address = this.markIfReady(task.client, client);
    if (address !== undefined) this.admitReady(address, entering);
    this.forgetIfEmpty(task);
    return entering;
  }

  replace(task: Task): void {
    this.clients.get(task.client)?.lane.replace(task);
  }

  /** Every lane that holds somebody, each in its order. */
  *lanes(): Iterable<Iterable<Task>> {
    for (const { lane } of this.clients.values()) if (lane.size > 0) yield lane;
  }

  copy(): Lanes {
    const copy = new Lanes(this.sizes);
    copy.waitingCount = this.waitingCount;
    // With nobody in a lane nobody can enter, and what the windows hold does not matter to a look ahead.
    if (this.waitingCount === 0) return copy;
    for (const [name, { inLine, lane }] of this.clients) copy.clients.set(name, { inLine, lane: lane.copy() });
    for (const [name, { inLine, ready }] of this.addresses) copy.addresses.set(name, { inLine, ready: new Set(ready) });
    return copy;
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
      const client = this.clients.get(next.value);
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

  private clientNamed(name: string): Client {
    const known = this.clients.get(name);
    if (known !== undefined) return known;
    const client = { inLine: 0, lane: new Line(byArrival) };
    this.clients.set(name, client);
    return client;
  }

  private addressNamed(name: string): Address {
    const known = this.addresses.get(name);
    if (known !== undefined) return known;
    const address = { inLine: 0, ready: new Set<string>() };
    this.addresses.set(name, address);
    return address;
  }

  private forgetIfEmpty(task: Task): void {
    const client = this.clients.get(task.client);
    if (client !== undefined && client.inLine === 0 && client.lane.size === 0) this.clients.delete(task.client);
    const address = this.addresses.get(task.address);
    if (address !== undefined && address.inLine === 0 && address.ready.size === 0) this.addresses.delete(task.address);
  }
}

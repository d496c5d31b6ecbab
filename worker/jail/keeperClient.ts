import net from 'node:net';
import { JAIL_LIMITS } from '@/core/limits';
import { readLines } from '@/platform/lines';
import { keeperEvent, type KeeperEvent, type KeeperRequest } from './keeper/protocol';

/** The worker's end of the keeper's socket: requests out, events to whoever watches a slot. */

export interface Walls {
  readonly root: boolean;
  readonly cgroup: 'v2' | 'v1' | 'none';
  /** The folder below which each slot's pipes and work folder are. */
  readonly slots: string;
}

type SlotEvent = Exclude<KeeperEvent, { event: 'ready' }>;

export class KeeperClient {
  private readonly watchers = new Map<number, (event: SlotEvent) => void>();
  private readonly heartbeat: NodeJS.Timeout;

  private constructor(
    private readonly socket: net.Socket,
    readonly walls: Walls,
    onLost: () => void,
  ) {
    this.heartbeat = setInterval(() => this.ask({ op: 'alive' }), JAIL_LIMITS.aliveMs);
    socket.on('close', () => {
      clearInterval(this.heartbeat);
      onLost();
    });
  }

  static connect(socketPath: string, onLost: () => void): Promise<KeeperClient> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(socketPath);
      socket.once('error', reject);
      let client: KeeperClient | undefined;
      readLines(socket, (line) => {
        const event = keeperEvent.parse(JSON.parse(line));
        if (event.event === 'ready') {
          client = new KeeperClient(socket, event, onLost);
          resolve(client);
        } else client?.watchers.get(event.slot)?.(event);
      });
    });
  }

  watch(slot: number, hear: (event: SlotEvent) => void): void {
    this.watchers.set(slot, hear);
  }

  ask(request: KeeperRequest): void {
    if (this.socket.writable) this.socket.write(`${JSON.stringify(request)}\n`);
  }

  close(): void {
    this.socket.destroy();
  }
}

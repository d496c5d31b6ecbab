import type { Log } from '@/platform/log';
import { JailSlot } from './jail';
import type { KeeperClient } from './keeperClient';

/**
 * The slots of a worker. A task takes one at once, or waits for the next that is thrown clean; what is not urgent (a jail
 * that waits for its task, a repetition) gets one only if enough are left for the tasks.
 */
export class Slots {
  private readonly free: JailSlot[] = [];
  private readonly waiting: ((slot: JailSlot) => void)[] = [];

  constructor(
    private readonly keeper: KeeperClient,
    private readonly log: Log,
  ) {}

  /** @param first the number of the first of them. */
  async open(count: number, first = 0): Promise<void> {
    const slots = Array.from({ length: count }, (_, index) => new JailSlot(this.keeper, first + index));
    await Promise.all(slots.map((slot) => slot.open()));
    this.free.push(...slots);
  }

  take(): Promise<JailSlot> {
    const slot = this.free.shift();
    return slot ? Promise.resolve(slot) : new Promise((resolve) => this.waiting.push(resolve));
  }

  takeSpare(leave: number): JailSlot | undefined {
    return this.free.length > leave ? this.free.shift() : undefined;
  }

  /** One that is open again already. */
  putBack(slot: JailSlot): void {
    const next = this.waiting.shift();
    if (next) next(slot);
    else this.free.push(slot);
  }

  /** After the jail in it has ended and everything wanted has been read. */
  async giveBack(slot: JailSlot): Promise<void> {
    try {
      await slot.collect();
    } catch (error) {
      this.log.fatal({ err: error }, 'a jail could not be collected');
      process.exit(1);
    }
    this.putBack(slot);
  }
}

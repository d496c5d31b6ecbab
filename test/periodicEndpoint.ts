import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import type { Role } from '@/core/periodic/command';
import type { Dialect } from '@/core/periodic/dialect';
import { Exchange } from '@/core/periodic/exchange';
import { MemoryStore } from '@/core/periodic/testing/memoryStore';
import { PeriodicEndpoint, type PeriodicEndpointOptions } from '@/server/periodic/endpoint';
import { TokenGuesses } from '@/server/tokenGuesses';
import { PeriodicClient } from './periodicClient';

/** The Periodic endpoint alone, with real sockets and its jobs in memory: for what does not concern the store. */

export function makeEndpoint(changes: Partial<PeriodicEndpointOptions> = {}): PeriodicEndpoint {
  return new PeriodicEndpoint({
    exchange: new Exchange(new MemoryStore(Date.now), Date.now),
    front: 'f',
    token: undefined,
    allowsShutdown: false,
    guesses: new TokenGuesses(),
    log: pino({ level: 'silent' }),
    ...changes,
  });
}

/** One for the tests of a file. */
export function openEndpoint() {
  const endpoint = makeEndpoint();
  let address = '';
  beforeAll(async () => {
    const opened = await endpoint.openPort('127.0.0.1', 0);
    if (!opened.ok) throw new Error(opened.failure.message);
    address = opened.value;
  });
  afterAll(() => endpoint.stop());
  const connect = (dialect: Dialect, role: Role) => PeriodicClient.connect(address, { dialect, role });
  return { address: () => address, connect };
}

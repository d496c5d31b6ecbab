import { describeCounter } from './counter.suite';
import { MemoryCounter } from './memoryCounter';

describeCounter('a counter in memory', async () => ({ counters: [new MemoryCounter()], close: async () => {} }));

import { describeCounter } from './testing/counterSuite';
import { MemoryCounter } from './memoryCounter';

describeCounter('a counter in memory', async () => ({ counters: [new MemoryCounter()], close: async () => {} }));

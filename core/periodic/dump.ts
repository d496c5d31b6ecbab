import { ByteWriter } from './byteWriter';
import type { Dialect } from './dialect';
import { writeJob } from './job';
import { PERIODIC_LIMITS } from './limits';
import type { JobStore } from './store';

/** All jobs of the store as LOAD takes them; undefined if that is more than a packet may have. */
export async function writeDump(store: JobStore, dialect: Dialect): Promise<Uint8Array | undefined> {
  const writer = new ByteWriter().i64(0);
  let count = 0;
  for await (const jobs of store.dump()) {
    for (const job of jobs) writeJob(writer, job, dialect);
    count += jobs.length;
    if (writer.length > PERIODIC_LIMITS.maxDumpBytes) return undefined;
  }
  return writer
    .patchI32(0, Math.floor(count / 0x1_0000_0000))
    .patchI32(4, count)
    .written();
}

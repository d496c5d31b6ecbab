import type { WorkReport } from '@/core/periodic/store';
import type { BatchWriter } from './batchWriter';
import type { Results } from './results';

/** What a worker says of its job, as the script reads it (platform/redis/scripts). */

const REPORT = { done: 1, data: 2, failed: 3, later: 4, returned: 5 } as const satisfies Record<
  WorkReport['kind'],
  number
>;

export function writeReport(
  writer: BatchWriter,
  report: WorkReport,
  results: Results,
  isForOthers: boolean,
): BatchWriter {
  writer.u8(REPORT[report.kind]);
  switch (report.kind) {
    case 'done':
    case 'data':
      return results.write(writer, report.data, isForOthers);
    case 'later':
      return writer.f64(report.delaySeconds).i32(report.countStep);
    case 'failed':
    case 'returned':
      return writer;
  }
}

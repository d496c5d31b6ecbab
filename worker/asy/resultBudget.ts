import { OUTPUT_LIMITS } from '@/core/limits';
import type { FoundFile } from './changedFiles';

/** How many results, and how many bytes of them, may still be sent or kept. A file counts by its length, not its blocks. */
export class ResultBudget {
  private count = 0;
  private bytes = 0;

  fits({ size }: Pick<FoundFile, 'size'>): boolean {
    const { maxResults, maxResultBytes, maxResultsBytes } = OUTPUT_LIMITS;
    return size <= maxResultBytes && this.count < maxResults && this.bytes + size <= maxResultsBytes;
  }

  /** False if there is no room for it. */
  take(file: Pick<FoundFile, 'size'>): boolean {
    if (!this.fits(file)) return false;
    this.count += 1;
    this.bytes += file.size;
    return true;
  }
}

/** What is told of those there was no room for; it stands in the output, where everybody reads it. */
export function leftOutNotice(count: number, one: 'result' | 'file'): string {
  const { maxResults, maxResultBytes, maxResultsBytes } = OUTPUT_LIMITS;
  const what = count === 1 ? `1 ${one} was` : `${count} ${one}s were`;
  const most = `${maxResults} ${one}s of at most ${mebibytes(maxResultBytes)} each and ${mebibytes(maxResultsBytes)} in total`;
  return `\nAsyground: ${what} left out. A run can return ${most}.\n`;
}

function mebibytes(bytes: number): string {
  return `${bytes / 2 ** 20} MiB`;
}

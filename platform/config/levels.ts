import { refusal, success, type Result } from '@/core/result';
import { checkLevels, type Level } from '@/core/schedule/levels';

/** The setting LEVELS, `seconds[:limit]` with commas, as the schedule wants it. The first level holds every backend. */
export function parseLevels(text: string): Result<readonly Level[]> {
  const levels = text.split(',').map((part, index): Level => {
    const [seconds, limit] = part.split(':');
    const durationSeconds = Number(seconds);
    if (limit === undefined || index === 0) return { durationSeconds, limit: { percent: 100 } };
    if (limit.endsWith('%')) return { durationSeconds, limit: { percent: Number(limit.slice(0, -1)) } };
    return { durationSeconds, limit: { count: Number(limit) } };
  });
  const wrong = checkLevels(levels);
  return wrong ? refusal(wrong) : success(levels);
}

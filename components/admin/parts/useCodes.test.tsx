// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { ALARM_CODES, DECISION_CODES, REFUSAL_CODES } from '@/core/admin/reason';
import { ADMIN_ROLES } from '@/core/admin/roles';
import { renderInEnglish } from '@/components/lib/testing/renderInEnglish';
import { ROLES } from '@/core/taskgraph/serviceSchema';
import { TASK_STATES } from '@/core/taskgraph/state';
import { adminCodes } from '@/messages/en/adminCodes';
import { useCodes } from './useCodes';

describe('what the server says by a code', () => {
  it.each([
    ['alarm', ALARM_CODES],
    ['why', DECISION_CODES],
    ['refusal', REFUSAL_CODES],
    ['role', [...new Set<string>([...ADMIN_ROLES, ...ROLES])]],
    ['graph', TASK_STATES],
  ] as const)('has words for every %s, and for no other', (group, codes) => {
    expect(Object.keys(adminCodes[group]).sort()).toEqual([...codes].sort());
  });

  it('is said with its values, and as it came where the page does not know it', () => {
    function Said() {
      const say = useCodes();
      return [
        say('alarm', 'no-backend', { cause: 'deaf' }),
        say('alarm', 'flood', {}, 'Water in the cellar.'),
        say('task', 'evaporated'),
      ].join(' | ');
    }
    expect(renderInEnglish(<Said />).container.textContent).toBe(
      'No backend is picking up permits: nothing can be rendered. | Water in the cellar. | evaporated',
    );
  });
});

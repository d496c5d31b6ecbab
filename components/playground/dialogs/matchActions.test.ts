import { describe, expect, it } from 'vitest';
import { ACTIONS } from '@/components/workbench/actions/registry';
import { matchActions } from './matchActions';

const titles = (query: string) => matchActions(ACTIONS, query).map(({ title }) => title);

describe('the palette', () => {
  it('shows everything for nothing', () => {
    expect(titles('')).toHaveLength(ACTIONS.length);
  });

  it('finds words in any order and case, the beginning first', () => {
    expect(titles('PNG copy')).toContain('Copy as PNG, 2×');
    expect(titles('run')[0]).toBe('Run');
    expect(titles('no such thing')).toEqual([]);
  });
});

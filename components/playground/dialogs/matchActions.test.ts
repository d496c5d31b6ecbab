import { describe, expect, it } from 'vitest';
import { translatorOf } from '@/components/lib/translator';
import { ACTIONS } from '@/components/workbench/actions/registry';
import { matchActions } from './matchActions';

const titles = (query: string) => {
  const t = translatorOf('workbench');
  return matchActions(ACTIONS, query, t).map(({ title }) => title(t));
};

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

import { describe, expect, it } from 'vitest';
import { findSliders } from '@/components/model/slider';
import { CHEAT_SHEET } from './cheatSheet';

describe('the cheat sheet', () => {
  it('has each name once, and a slider that is one', () => {
    expect(new Set(CHEAT_SHEET.map(({ name }) => name)).size).toBe(CHEAT_SHEET.length);
    expect(findSliders(CHEAT_SHEET.at(-1)?.code ?? '')).toHaveLength(1);
  });
});

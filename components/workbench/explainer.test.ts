import { describe, expect, it, vi } from 'vitest';
import { LanguageTables } from '@/core/language/tables';
import { draftOf } from '@/components/model/draft';
import { Gateway } from './gateway';
import { openExplainer } from './explainer';

const FILES: Record<string, unknown> = {
  '/t/modules.json': ['stats'],
  '/t/plain.json': [['draw', 'void draw(path p)']],
  '/t/stats.json': [['histogram', 'void histogram(real[] data)']],
  '/t/places.json': { 'stats.asy': [[200, 'frequency']] },
};

function open(code: string): Gateway {
  const gateway = new Gateway(
    { code: '' },
    false,
    () => '',
    () => 0,
  );
  gateway.openDraft(draftOf('d', code));
  openExplainer(gateway, new LanguageTables('/t', async (address) => FILES[address]));
  return gateway;
}

describe('problems', () => {
  it('are told better when the tables are there', async () => {
    const gateway = open('pair corner;\ndrw(cornr);');
    gateway.checked(1, "main.asy: 2.1: no matching variable 'drw'\nmain.asy: 2.5: no matching variable 'cornr'");
    expect(gateway.state.check?.problems[0]?.message).toBe("No matching variable 'drw'");
    await vi.waitFor(() =>
      expect(gateway.state.check?.problems.map(({ message }) => message)).toEqual([
        "No matching variable 'drw'. Did you mean draw?",
        "No matching variable 'cornr'. Did you mean corner?",
      ]),
    );
  });

  it('inside of asy lead to the line that called in', async () => {
    const gateway = open('import stats;\nhistogram(new real[]);');
    gateway.checked(1, '/usr/share/asymptote/stats.asy: 207.3: Divide by zero');
    await vi.waitFor(() =>
      expect(gateway.state.check?.problems).toMatchObject([
        { message: 'Divide by zero (found in stats.asy, line 207)', place: { line: 2, column: 1 } },
      ]),
    );
  });
});

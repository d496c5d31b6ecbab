import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments';
import { parseAsyCall } from './commandLine';

const parse = (line: string) => parseAsyCall(line.split(' ').filter(Boolean));

/** docs/asy.md, 1 and 4 */
describe("asy's command line", () => {
  it('reads options as asy does, and writes equal ones equally', () => {
    const call = { args: ['-f', 'pdf', '-render', '4', '-noprc'], files: ['a', 'b.asy'], format: 'pdf' };
    for (const line of [
      '-f pdf -render 4 -noprc a b.asy',
      'a --outformat=pdf -render=4 --noprc b.asy',
      '-fpdf -rend 4 -noprc a -- b.asy',
    ])
      expect(parse(line)).toMatchObject(call);
    expect(parse('-vvk x')).toMatchObject({ args: ['-verbose', '-verbose', '-keep'], keepsSteps: true });
    expect(parse('-noV -iconify -nobatchView x')).toMatchObject({ args: [], isViewed: false, localOnly: [] });
    expect(parse('-o out/x -cd y -')).toMatchObject({ args: [], outname: 'out/x', folder: 'y', files: ['-'] });
    expect(parse('-c 1 -u 2')).toMatchObject({ args: ['-command', '1', '-user', '2'], hasCommand: true });
    expect(parse('-V -nosafe -globalwrite -safe x')).toMatchObject({
      ...{ isViewed: true, localOnly: ['-nosafe', '-globalwrite'] },
    });
  });

  it('lets a server follow only what concerns nothing but the task', () => {
    for (const line of ['', '-f pdf -o x', '-tex pdflatex -', '-c write(1);'])
      expect([line, readArguments(line.split(' ').filter(Boolean))?.kind]).toEqual([line, 'call']);
    for (const line of [
      '-V',
      '-nosafe',
      '-cd /',
      '-dir /',
      '-config x',
      '-o ../x',
      '-o /x',
      '-o -x',
      'other.asy',
      '- -',
      '- -f pdf',
      '-zzz',
    ])
      expect([line, readArguments(line.split(' '))]).toEqual([line, undefined]);
    expect(readArguments(['-u', 'x'.repeat(8193)])).toBeUndefined();
    expect(readArguments(Array.from({ length: 129 }, () => '-v'))).toBeUndefined();
  });
});

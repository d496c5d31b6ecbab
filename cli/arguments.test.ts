import { describe, expect, it } from 'vitest';
import { parseCommand } from './arguments';

const parse = (line: string, environment = {}) => parseCommand(line.split(' ').filter(Boolean), environment);

/** docs/cli.md, 1 and 2 */
describe('the command line', () => {
  it('names what to render, where to, and where', () => {
    expect(parse('render figure.asy data.csv -o out/figure.pdf --server http://host:1/ --scale 2 -w')).toEqual({
      kind: 'render',
      files: ['figure.asy', 'data.csv'],
      output: 'out/figure.pdf',
      server: 'http://host:1',
      isWatching: true,
      isQuiet: false,
      options: { format: 'pdf', scale: '2' },
    });
  });

  it('has defaults, and a server from the environment', () => {
    expect(parse('render a.asy')).toMatchObject({ server: 'http://127.0.0.1:3000', options: { format: 'svg' } });
    expect(parse('render a.asy', { ASYGROUND_SERVER: 'https://asy.example' })).toMatchObject({
      server: 'https://asy.example',
    });
    expect(parse('render a.asy -o x.svg -f png')).toMatchObject({ options: { format: 'png' } });
    expect(parse('render a.asy -o x.picture -f png')).toMatchObject({ options: { format: 'png' } });
    expect(parse('render a.asy -o -')).toMatchObject({ options: { format: 'svg' } });
  });

  it('names what to do again', () => {
    expect(parse('replay failure.json')).toEqual({ kind: 'replay', file: 'failure.json' });
  });

  it('offers help', () => {
    expect(parse('')).toEqual({ kind: 'help' });
    expect(parse('render --help')).toEqual({ kind: 'help' });
    expect(parse('--version')).toEqual({ kind: 'version' });
  });

  it.each([
    ['rendr a.asy', 'Unknown command "rendr"'],
    ['render', 'No file given'],
    ['replay', 'No file given'],
    ['mcp figure.asy', 'mcp takes no file'],
    ['bakup', 'backup, restore.'],
    ['render a.asy --fromat svg', 'Unknown option --fromat; did you mean --format?'],
    ['render a.asy --server nowhere', '--server must be a URL'],
    ['render a.asy --output', 'argument missing'],
    ['render a.asy -o a.gif', '-o a.gif: unknown format gif; choose one with -f: svg, pdf,'],
  ])('says what is wrong: %s', (line, message) => {
    expect(parse(line)).toMatchObject({ kind: 'wrong', message: expect.stringContaining(message) });
  });
});

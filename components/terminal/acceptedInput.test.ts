import { describe, expect, it } from 'vitest';
import { AcceptedInput } from './acceptedInput';

describe('what the shell has taken', () => {
  it('is every statement that went well', () => {
    const input = new AcceptedInput();
    input.heard('> ');
    input.sent('int x = 1;');
    input.heard('> ');
    input.sent('x = ;');
    input.heard('-: 1.5: syntax error\n');
    input.heard('> ');
    input.sent('if (true) {');
    input.heard('.. ');
    input.sent('}');
    expect(input.lines).toEqual(['int x = 1;']);
    input.heard('> ');
    expect(input.lines).toEqual(['int x = 1;', 'if (true) {', '}']);
  });

  it('is not what was interrupted, nor what never ended', () => {
    const input = new AcceptedInput();
    input.sent('while(true);');
    input.interrupted();
    input.heard('\n> ');
    input.sent('int y;');
    input.heard('> ');
    input.sent('while(true);');
    expect(input.lines).toEqual(['int y;']);
    input.forget();
    expect(input.lines).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { carriesBytes, formatClientText, parseClientText } from './clientMessages';
import { protocolFeatures } from './protocols';

const PLAIN = protocolFeatures('asyonline.asy');
const RESTORE = protocolFeatures('asyonline.asy+restore');
const SHELL = protocolFeatures('asyonline.asy.interactive');
const HASH = 'ab'.repeat(32);

function complaint(text: string, features = PLAIN): string | undefined {
  const parsed = parseClientText(text, features);
  return parsed.ok ? undefined : parsed.failure.message;
}

function value(text: string, features = PLAIN): unknown {
  const parsed = parseClientText(text, features);
  return parsed.ok ? parsed.value : parsed.failure;
}

// docs/asyonline.md, 3
describe('the form of a message', () => {
  it('is a name, a space and a JSON object', () => {
    expect(value('add {"filename":"a.asy"}')).toEqual({ name: 'add', filename: 'a.asy' });
    expect(value('options { "format": "pdf",\n "verbosity": 2 }')).toEqual({
      name: 'options',
      options: { format: 'pdf', verbosity: 2 },
    });
  });

  it('may lack the object in start and input only', () => {
    expect(value('start', SHELL)).toEqual({ name: 'start' });
    expect(value('input', SHELL)).toEqual({ name: 'input' });
    expect(complaint('start')).toBe('\'start\' expects "main" to be the name of an added file.');
    expect(complaint('options')).toBe("'options' expects a JSON object after its name.");
  });

  it('goes out without spaces', () => {
    expect(formatClientText('add', { filename: 'a b.asy', hash: HASH, restore: true })).toBe(
      `add {"filename":"a b.asy","hash":"${HASH}","restore":true}`,
    );
  });

  it('announces bytes in input and in an add that is not a restore', () => {
    expect(carriesBytes({ name: 'add', filename: 'a.asy' })).toBe(true);
    expect(carriesBytes({ name: 'add', filename: 'a.asy', hash: HASH, restore: false })).toBe(true);
    expect(carriesBytes({ name: 'add', filename: 'a.asy', hash: HASH, restore: true })).toBe(false);
    expect(carriesBytes({ name: 'input' })).toBe(true);
    expect(carriesBytes({ name: 'start' })).toBe(false);
  });
});

// docs/asyonline.md, 4
describe('a message that is wrong', () => {
  it.each([
    ['', 'Unknown message "": expected one of add, options, start.'],
    ['Add {"filename":"a.asy"}', 'Unknown message "Add"'],
    ['constructor {}', 'Unknown message "constructor"'],
    [`${'x'.repeat(1000)} {}`, `Unknown message "${'x'.repeat(40)}..."`],
    ['add', "'add' expects a JSON object after its name."],
    ['add []', "'add' expects a JSON object"],
    ['add null', "'add' expects a JSON object"],
    ['add "a.asy"', "'add' expects a JSON object"],
    ['add {"filename":"a.asy"', "'add' expects a JSON object"],
    ['add {}', '\'add\' expects "filename" to be a file name.'],
    ['add {"filename":null}', '\'add\' expects "filename" to be a file name.'],
    ['add {"Filename":"a.asy"}', '\'add\' expects "filename"'],
    ['add {"filename":7}', '\'add\' expects "filename"'],
    ['add {"filename":"a.asy","restore":"yes"}', '\'add\' expects "restore" to be true or false.'],
    ['options {"duration":"3"}', '\'options\' expects "duration" to be a finite number of seconds.'],
    ['options {"duration":1e999}', '\'options\' expects "duration"'],
    ['options {"format":"gif"}', '"format" to be one of svg, pdf, png, html, eps, v3d.'],
    ['options {"format":"SVG"}', '"format" to be one of'],
    ['options {"stderrRedir":0}', '"stderrRedir" to be true or false.'],
    ['options {"verbosity":4}', '"verbosity" to be one of 0, 1, 2, 3.'],
    ['options {"verbosity":1.5}', '"verbosity" to be one of 0, 1, 2, 3.'],
    ['options {"engine":"/bin/sh"}', '"engine" to be one of latex'],
    ['start {"main":["a.asy"]}', '\'start\' expects "main" to be the name of an added file.'],
    ['input {}', "'input' needs an interactive sub-protocol."],
  ])('%j is told what was expected', (text, words) => {
    expect(complaint(text)).toContain(words);
  });

  it('knows one signal', () => {
    expect(value('input {"signal":"INT"}', SHELL)).toEqual({ name: 'input', signal: 'INT' });
    expect(complaint('input {"signal":"KILL"}', SHELL)).toBe('\'input\' expects "signal" to be "INT".');
  });

  it('is never a surprise: any text is parsed or refused in words', () => {
    const text = fc.oneof(
      fc.string(),
      fc.tuple(fc.constantFrom('add', 'options', 'start', 'input'), fc.json()).map(([name, json]) => `${name} ${json}`),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(PLAIN, RESTORE, SHELL), (anything, features) => {
        expect(complaint(anything, features)).not.toBe('');
      }),
    );
  });
});

// docs/asyonline.md, 4 and 12
describe('leniency', () => {
  it('takes null for absent and ignores unknown keys', () => {
    expect(value('options {"duration":null,"format":null,"color":"red"}')).toEqual({ name: 'options', options: {} });
    expect(value('add {"filename":"a.asy","hash":null,"restore":null}', RESTORE)).toEqual({
      name: 'add',
      filename: 'a.asy',
    });
    expect(value('add {"filename":"a.asy","__proto__":{"restore":true}}')).toEqual({ name: 'add', filename: 'a.asy' });
  });

  it('ignores a hash without +restore, whatever it is', () => {
    expect(value('add {"filename":"a.asy","hash":17}')).toEqual({ name: 'add', filename: 'a.asy' });
  });

  it('takes a hash in any case and hands it on in lower case', () => {
    expect(value(`add {"filename":"a.asy","hash":"${HASH.toUpperCase()}"}`, RESTORE)).toEqual({
      name: 'add',
      filename: 'a.asy',
      hash: HASH,
    });
    expect(complaint('add {"filename":"a.asy","hash":"abc"}', RESTORE)).toContain('64 hexadecimal digits');
  });

  it('ignores the main file of a shell, whatever it is', () => {
    expect(value('start {"main":42}', SHELL)).toEqual({ name: 'start' });
  });
});

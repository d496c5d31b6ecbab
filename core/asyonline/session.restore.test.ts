import { describe, expect, it } from 'vitest';
import { Conversation, denialOf, sha256, toBytes } from './testing/conversation';

const SOURCE = 'draw(unitcircle);';
const HASH = sha256(SOURCE);
const OTHER = 'dot((0,0));';
const OTHER_HASH = sha256(OTHER);

function restoring(limits = {}): Conversation {
  return new Conversation('asyonline.asy+restore', limits);
}

function add(filename: string, hash: string, restore = false): string {
  return `add ${JSON.stringify({ filename, hash, restore })}`;
}

function found(...sources: string[]): Map<string, Uint8Array> {
  return new Map(sources.map((source) => [sha256(source), toBytes(source)]));
}

// docs/asyonline.md, 11 and 14
describe('contents with a hash', () => {
  it('are remembered as they came', () => {
    const talk = restoring();
    const source = `\ufeff${SOURCE}`;
    expect(talk.say(add('main.asy', sha256(source).toUpperCase()), source)).toEqual([
      { type: 'remember', hash: sha256(source), bytes: toBytes(source) },
    ]);
  });

  it('are denied if they do not match it', () => {
    const talk = restoring();
    expect(denialOf(talk.say(add('main.asy', HASH), OTHER))).toContain('do not have the given hash');
    expect(talk.of('remember')).toEqual([]);
  });

  it('are not remembered without it', () => {
    const talk = restoring();
    talk.say('add {"filename":"main.asy"}', SOURCE);
    expect(talk.effects).toEqual([]);
  });

  it('are not hashed when they are too large', () => {
    const talk = restoring({ maxSourceBytes: 4 });
    expect(denialOf(talk.say(add('main.asy', '00'.repeat(32)), SOURCE))).toContain('at most 4 are allowed');
  });
});

describe('a restore', () => {
  it('needs the hash', () => {
    expect(denialOf(restoring().say('add {"filename":"main.asy","restore":true}'))).toContain('"hash"');
  });

  it('carries no bytes, is looked up by its hash alone, and each hash once', () => {
    const talk = restoring();
    talk.say(add('main.asy', HASH, true));
    talk.say(add('copy.asy', HASH.toUpperCase(), true));
    expect(talk.say('start {"main":"main.asy"}')).toEqual([{ type: 'lookup', hashes: [HASH] }]);
    talk.give({ type: 'contents-found', contents: found(SOURCE) });
    expect(talk.of('submit')[0]?.submission.files).toEqual(
      new Map([
        ['main.asy', toBytes(SOURCE)],
        ['copy.asy', toBytes(SOURCE)],
      ]),
    );
  });

  it('counts toward the limits', () => {
    const talk = restoring({ maxSourceBytes: SOURCE.length + OTHER.length - 1 });
    talk.say('add {"filename":"other.asy"}', OTHER);
    talk.say(add('main.asy', HASH, true));
    talk.say('start {"main":"main.asy"}');
    expect(denialOf(talk.give({ type: 'contents-found', contents: found(SOURCE) }))).toContain('bytes together');
    const many = restoring({ maxFiles: 1 });
    many.say(add('main.asy', HASH, true));
    expect(denialOf(many.say(add('more.asy', HASH, true)))).toBe('At most 1 files may be added.');
  });

  it('loses a leading byte-order mark like any file', () => {
    const talk = restoring();
    talk.say(add('main.asy', sha256(`\ufeff${SOURCE}`), true));
    talk.say('start {"main":"main.asy"}');
    talk.give({ type: 'contents-found', contents: found(`\ufeff${SOURCE}`) });
    expect(talk.of('submit')[0]?.submission.files.get('main.asy')).toEqual(toBytes(SOURCE));
  });

  it('is forgotten when contents are added under its name', () => {
    const talk = restoring();
    talk.say(add('main.asy', HASH, true));
    talk.say('add {"filename":"main.asy"}', OTHER);
    talk.say('start {"main":"main.asy"}');
    expect(talk.of('lookup')).toEqual([]);
    expect(talk.of('submit')).toHaveLength(1);
  });
});

// docs/asyonline.md, 12
describe('without +restore', () => {
  it('a hash is ignored, even a wrong one', () => {
    const talk = new Conversation();
    expect(talk.say(add('main.asy', HASH), OTHER)).toEqual([]);
    expect(talk.say('start {"main":"main.asy"}').map((effect) => effect.type)).toEqual(['submit']);
  });

  it('a restore is denied in these words', () => {
    const talk = new Conversation();
    expect(talk.say(add('main.asy', HASH, true))[0]).toEqual({
      type: 'send',
      text: `deny {"error":"'restore' not enabled"}`,
    });
  });
});

// docs/asyonline.md, 13
describe('missing', () => {
  function missingTwo(): Conversation {
    const talk = restoring();
    talk.say('options {"format":"png"}');
    talk.say(add('b.asy', OTHER_HASH, true));
    talk.say('add {"filename":"main.asy"}', 'import a; import b;');
    talk.say(add('a.asy', HASH, true));
    talk.say('start {"main":"main.asy"}');
    return talk;
  }

  it('lists what was not found, in the order of the adds', () => {
    const talk = missingTwo();
    expect(talk.give({ type: 'contents-found', contents: new Map() })).toEqual([
      {
        type: 'send',
        text: `missing [{"filename":"b.asy","hash":"${OTHER_HASH}"},{"filename":"a.asy","hash":"${HASH}"}]`,
      },
    ]);
  });

  it('returns to stage 1 with everything kept', () => {
    const talk = missingTwo();
    talk.give({ type: 'contents-found', contents: found(OTHER) });
    expect(talk.texts).toEqual([`missing [{"filename":"a.asy","hash":"${HASH}"}]`]);
    talk.say('options {"verbosity":2}');
    talk.say(add('a.asy', HASH), SOURCE);
    expect(talk.say('start {"main":"main.asy"}')).toHaveLength(1);
    const submission = talk.of('submit')[0]?.submission;
    expect(submission?.options).toMatchObject({ format: 'png', verbosity: 2 });
    expect(submission?.files.get('a.asy')).toEqual(toBytes(SOURCE));
    expect(submission?.files.get('b.asy')).toEqual(toBytes(OTHER));
  });

  it('returns to the idle limit of stage 1 as well', () => {
    const talk = missingTwo();
    talk.passTo(200_000);
    talk.give({ type: 'contents-found', contents: new Map() });
    expect(talk.session.deadline).toBe(260_000);
  });

  it('is sent once: a second unresolved restore is denied', () => {
    const talk = missingTwo();
    talk.give({ type: 'contents-found', contents: found(OTHER) });
    expect(talk.say('start {"main":"main.asy"}')).toEqual([{ type: 'lookup', hashes: [HASH] }]);
    expect(denialOf(talk.give({ type: 'contents-found', contents: new Map() }))).toContain('Still missing: "a.asy"');
  });

  it('cannot be had twice for one lookup', () => {
    const talk = missingTwo();
    talk.give({ type: 'contents-found', contents: new Map() });
    expect(talk.give({ type: 'contents-found', contents: new Map() })).toEqual([]);
  });

  it('leaves shortening legal while the store is asked', () => {
    const talk = missingTwo();
    expect(talk.say('options {"duration":2}')).toEqual([]);
    talk.give({ type: 'contents-found', contents: found(SOURCE, OTHER) });
    expect(talk.of('submit')[0]?.submission.options.durationSeconds).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import { Conversation, denialOf, toBytes } from './testing/conversation';

// docs/asyonline.md, 3 and 4
describe('frames', () => {
  it('pair a text frame with the binary frame it announces', () => {
    const talk = new Conversation();
    expect(talk.say('add {"filename":"main.asy"}', 'dot((0,0));')).toEqual([]);
    expect(talk.say('start {"main":"main.asy"}')).toEqual([
      {
        type: 'submit',
        submission: {
          kind: 'render',
          files: new Map([['main.asy', toBytes('dot((0,0));')]]),
          main: 'main.asy',
          options: { format: 'svg', stderrRedir: true, verbosity: 0 },
        },
      },
    ]);
  });

  it('deny a text frame where bytes are due', () => {
    const talk = new Conversation();
    talk.say('add {"filename":"main.asy"}');
    expect(denialOf(talk.say('start {"main":"main.asy"}'))).toBe(
      "Expected a binary frame with the bytes of 'add', not a text frame.",
    );
  });

  it('deny bytes that nothing announced', () => {
    const talk = new Conversation();
    expect(denialOf(talk.give({ type: 'binary', bytes: toBytes('x') }))).toContain('Expected a text frame');
  });

  it('deny a message that cannot be read, and are silent afterwards', () => {
    const talk = new Conversation();
    expect(denialOf(talk.say('hello {}'))).toContain('Unknown message "hello"');
    expect(talk.session.isClosed).toBe(true);
    expect(talk.start()).toEqual([]);
  });

  it('deny a text frame of a hopeless length before it is parsed', () => {
    const talk = new Conversation('asyonline.asy', { maxTextUnits: 50 });
    expect(denialOf(talk.say(`options {"note":"${'x'.repeat(100)}"}`))).toContain('at most 50 characters');
  });
});

// docs/asyonline.md, 5
describe('the limits of a submission', () => {
  it('count files, a re-added name once', () => {
    const talk = new Conversation('asyonline.asy', { maxFiles: 2 });
    talk.say('add {"filename":"a.asy"}', '1');
    talk.say('add {"filename":"b.asy"}', '2');
    expect(talk.say('add {"filename":"a.asy"}', '3')).toEqual([]);
    expect(denialOf(talk.say('add {"filename":"c.asy"}'))).toBe('At most 2 files may be added.');
  });

  it('count bytes together, a re-added name once', () => {
    const talk = new Conversation('asyonline.asy', { maxSourceBytes: 10 });
    talk.say('add {"filename":"a.asy"}', '12345678');
    expect(talk.say('add {"filename":"a.asy"}', '1234567890')).toEqual([]);
    expect(denialOf(talk.say('add {"filename":"b.asy"}', '!'))).toBe(
      'The files have 11 bytes together; at most 10 are allowed.',
    );
  });

  it('bound the name', () => {
    const talk = new Conversation();
    expect(denialOf(talk.say(`add {"filename":"${'a'.repeat(200)}.asy"}`))).toContain('at most 128 bytes');
  });
});

// docs/asyonline.md, 6
describe('added files', () => {
  it('may not have a name that leads elsewhere', () => {
    const talk = new Conversation();
    expect(denialOf(talk.say('add {"filename":"../a.asy"}'))).toContain('may not contain a slash');
  });

  it('are replaced by a later one of the same name', () => {
    const talk = new Conversation();
    talk.say('add {"filename":"main.asy"}', 'old');
    talk.say('add {"filename":"main.asy"}', 'new');
    talk.say('start {"main":"main.asy"}');
    expect(talk.of('submit')[0]?.submission.files).toEqual(new Map([['main.asy', toBytes('new')]]));
  });

  it('lose a leading byte-order mark', () => {
    const talk = new Conversation();
    talk.say('add {"filename":"main.asy"}', '\ufeffdot((0,0));\ufeff');
    talk.say('start {"main":"main.asy"}');
    expect(talk.of('submit')[0]?.submission.files.get('main.asy')).toEqual(toBytes('dot((0,0));\ufeff'));
  });
});

// docs/asyonline.md, 7
describe('a client idle in stage 1', () => {
  it('is denied after 60 s without a frame', () => {
    const talk = new Conversation();
    talk.passTo(59_999);
    talk.say('options {"verbosity":1}');
    talk.passTo(119_998);
    expect(talk.effects).toEqual([]);
    talk.passTo(120_000);
    expect(denialOf(talk.effects)).toContain('Nothing was sent for 60 s');
  });

  it('is left alone once it has started', () => {
    const talk = new Conversation();
    talk.start();
    expect(talk.session.deadline).toBeUndefined();
    expect(talk.give({ type: 'tick' })).toEqual([]);
  });
});

// docs/asyonline.md, 8
describe('options', () => {
  it('merge, the last wins', () => {
    const talk = new Conversation();
    talk.say('options {"duration":30,"format":"pdf","engine":"lualatex","objects":true,"render":3}');
    talk.say('options {"duration":2.5,"verbosity":3,"stderrRedir":false}');
    talk.start();
    expect(talk.of('submit')[0]?.submission.options).toEqual({
      durationSeconds: 2.5,
      format: 'pdf',
      stderrRedir: false,
      verbosity: 3,
      engine: 'lualatex',
      objects: true,
      render: 3,
    });
  });

  it.each(['-1', '17', '"2"'])('deny %s pixels per bp', (render) => {
    const talk = new Conversation();
    talk.say(`options {"render":${render}}`);
    expect(denialOf(talk.effects)).toContain('from 0 to 16');
  });

  it('clamp the duration to the largest level', () => {
    const talk = new Conversation();
    talk.say('options {"duration":3600}');
    talk.start();
    expect(talk.of('submit')[0]?.submission.options.durationSeconds).toBe(30);
  });

  it.each(['0', '-1', '"3"', '1e999'])('deny a duration of %s', (duration) => {
    expect(denialOf(new Conversation().say(`options {"duration":${duration}}`))).toContain('"duration"');
  });

  it('deny a duration to a shell', () => {
    const talk = new Conversation('asyonline.asy.interactive');
    expect(talk.say('options {"duration":null}')).toEqual([]);
    expect(denialOf(talk.say('options {"duration":3}'))).toContain('interactive');
  });
});

// docs/asyonline.md, 10
describe('start', () => {
  it.each(['start', 'start {}', 'start {"main":5}', 'start {"main":"other.asy"}', 'start {"main":null}'])(
    'is denied as %s',
    (text) => {
      const talk = new Conversation();
      talk.say('add {"filename":"main.asy"}', '');
      expect(denialOf(talk.say(text))).toContain('expects "main" to be the name of an added file');
    },
  );

  it('is denied with a main file that is data', () => {
    const talk = new Conversation();
    talk.say('add {"filename":"points.csv"}', '1,2');
    expect(denialOf(talk.say('start {"main":"points.csv"}'))).toContain('an .asy file');
  });

  it('needs neither main nor files in a shell', () => {
    const talk = new Conversation('asyonline.asy.interactive');
    talk.say('start {"main":"nothing.asy"}');
    expect(talk.of('submit')[0]?.submission).toMatchObject({ kind: 'shell', files: new Map() });
    expect(talk.of('submit')[0]?.submission.main).toBeUndefined();
  });

  it.each(['start {"main":"main.asy"}', 'add {"filename":"b.asy"}'])('is denied %s afterwards', (text) => {
    const talk = new Conversation();
    talk.start();
    const effects = talk.say(text);
    expect(denialOf(effects)).toContain(text.split(' ')[0]);
    expect(effects.map((effect) => effect.type)).toEqual(['send', 'abort', 'close']);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * An attack: one file in test/attacks. Its first lines say what it tries, which known incident it comes from, and
 * optionally its duration and how its run must end. It holds one act or several of a kind, each with a name.
 *
 * A `.asy` file is submitted as it is. A `.sh` file is native code: an Asymptote program can run any program through
 * its settings, so the attack is wrapped in one that runs it with `sh` and ships what it printed as a picture. An act
 * says ATTEMPTED and its name (test/attackPrelude.sh), and prints PWNED if it gets anywhere.
 */
export interface Attack {
  readonly name: string;
  readonly tries: string;
  readonly from: string;
  readonly durationSeconds: number;
  /** Matches the error of `complete`, where the end itself is the point. */
  readonly ends: RegExp | undefined;
  readonly files: Readonly<Record<string, string>>;
  /** One for each act in it: what it must have said. */
  readonly attempts: readonly RegExp[];
}

const FOLDER = path.join('test', 'attacks');
const DEFAULT_SECONDS = 5;
const PRELUDE = readFileSync(path.join('test', 'attackPrelude.sh'), 'utf8');

/** asy calls TeX as `texcommand \scrollmode`: with `sh` as the command, that is a script we wrote. */
const WRAPPER = String.raw`file f = output("\scrollmode");
write(f, "sh payload.txt > log 2>&1; (echo '<svg>'; cat log; echo '</svg>') > printed.svg");
close(f);
settings.texcommand = "sh";
label("x");
`;

/** The files that run a shell script inside a jail. */
export function nativeCode(script: string): Record<string, string> {
  return { 'main.asy': WRAPPER, 'payload.txt': script };
}

export function readAttacks(): Attack[] {
  return readdirSync(FOLDER)
    .sort()
    .map((name): Attack => {
      const text = readFileSync(path.join(FOLDER, name), 'utf8');
      const field = (key: string) => new RegExp(`^(?://|#) ${key}: (.*)$`, 'm').exec(text)?.[1];
      const ends = field('ends');
      return {
        name,
        tries: field('tries') ?? '',
        from: field('from') ?? '',
        durationSeconds: Number(field('duration') ?? DEFAULT_SECONDS),
        ends: ends === undefined ? undefined : new RegExp(ends),
        files: name.endsWith('.asy') ? { 'main.asy': text } : nativeCode(PRELUDE + text),
        attempts: attemptsIn(text),
      };
    });
}

/** A name in a loop has variables in it, which may be anything. */
function attemptsIn(text: string): RegExp[] {
  const named = [
    ...text.matchAll(/(?:^|do |; )[ \t]*(?:tried|forbidden|hidden|call) "?([^\s";]+)"?/gm),
    ...text.matchAll(/ATTEMPTED ([\w-]+)/g),
  ];
  return named.map(([, name = '']) => {
    const fixed = name.split(/\$(?:\w+|\{[^}]*\})/).map((part) => part.replace(/[^\w-]/g, '\\$&'));
    return new RegExp(`ATTEMPTED ${fixed.join('\\S+')}(?![\\w-])`);
  });
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * An attack: one file in test/attacks. Its first lines say what it tries, which known incident it comes from, and
 * optionally its duration and how its run must end.
 *
 * A `.asy` file is submitted as it is. A `.sh` file is native code: an Asymptote program can run any program through
 * its settings, so the attack is wrapped in one that runs it with `sh` and ships what it printed as a picture. An
 * attack that gets anywhere prints PWNED.
 */
export interface Attack {
  readonly name: string;
  readonly tries: string;
  readonly from: string;
  readonly durationSeconds: number;
  /** Matches the error of `complete`, where the end itself is the point. */
  readonly ends: RegExp | undefined;
  readonly files: Readonly<Record<string, string>>;
}

const FOLDER = path.join('test', 'attacks');
const DEFAULT_SECONDS = 5;

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
        files: name.endsWith('.asy') ? { 'main.asy': text } : nativeCode(text),
      };
    });
}

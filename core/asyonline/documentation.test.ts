import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  CONNECTION_LIMITS,
  JAIL_LIMITS,
  OUTPUT_LIMITS,
  RESTORE_LIMITS,
  SHELL_LIMITS,
  SUBMISSION_LIMITS,
} from '@/core/limits';
import { RENDER_FORMATS, TEX_ENGINES } from '@/core/submission/submission';
import { outcomeText } from '@/core/submission/texts';
import { parseClientText } from './clientMessages';
import { ASYONLINE_PATHS, protocolFeatures } from './protocols';
import { parseServerText } from './serverMessages';
import { DEFAULT_SESSION_LIMITS } from './sessionLimits';

/** docs/asyonline.md is what strangers program against: it may not drift from the code. */

const PAGE = readFileSync(new URL('../../docs/asyonline.md', import.meta.url), 'utf8');

function rule(number: number): string {
  const [, text] = new RegExp(`^${number}\\. ([^]*?)(?=^\\d+\\. |^## )`, 'm').exec(PAGE) ?? [];
  return (text ?? '').replaceAll(/\s+/g, ' ');
}

describe('the page of the protocol', () => {
  it('has the 24 rules', () => {
    for (let number = 1; number <= 24; number += 1) expect(rule(number), `rule ${number}`).not.toBe('');
  });

  it.each<[number, string[]]>([
    [1, Object.entries(ASYONLINE_PATHS).flatMap(([path, names]) => [path, ...names].map((word) => `\`${word}\``))],
    [
      5,
      [
        `${DEFAULT_SESSION_LIMITS.maxFiles} files`,
        `${DEFAULT_SESSION_LIMITS.maxSourceBytes} bytes of files`,
        `${DEFAULT_SESSION_LIMITS.maxProgramBytes}, where`,
        `${DEFAULT_SESSION_LIMITS.maxNameBytes} bytes for a file name`,
        `${DEFAULT_SESSION_LIMITS.maxTextUnits} characters`,
        `${CONNECTION_LIMITS.maxFrameBytes / 2 ** 20} MiB`,
      ],
    ],
    [6, [`at most ${SUBMISSION_LIMITS.maxExtensionCharacters} letters and digits`]],
    [7, [`every ${CONNECTION_LIMITS.pingIntervalSeconds} s`, `for ${CONNECTION_LIMITS.idleStage1Seconds} s`]],
    [8, [...RENDER_FORMATS, ...TEX_ENGINES].map((name) => `\`${name}\``)],
    [8, [`more than ${DEFAULT_SESSION_LIMITS.maxDurationSeconds} counts`]],
    [11, [`${RESTORE_LIMITS.keepSeconds} s`, `more than ${SUBMISSION_LIMITS.largeFileBytes / 1024} KiB`]],
    [17, [`some ${OUTPUT_LIMITS.mergeMs} ms`, `${OUTPUT_LIMITS.maxOutputFrameBytes} in a frame`]],
    [17, [`may have ${OUTPUT_LIMITS.maxOutputBytes} bytes`]],
    [18, [`${OUTPUT_LIMITS.maxResultBytes / 2 ** 20} MiB`]],
    [
      19,
      [
        `\`${outcomeText({ kind: 'time-limit', durationSeconds: 3 })}\``,
        `\`${outcomeText({ kind: 'output-limit', maxOutputBytes: OUTPUT_LIMITS.maxOutputBytes })}\``,
        `\`${outcomeText({ kind: 'memory-limit', maxMemoryBytes: JAIL_LIMITS.maxMemoryBytes })}\``,
        `\`${outcomeText({ kind: 'failed' })}\``,
        `\`${outcomeText({ kind: 'no-image' })}\``,
      ],
    ],
    [22, [`up to ${CONNECTION_LIMITS.maxEarlyInputBytes} bytes`]],
    [
      24,
      [
        `${SHELL_LIMITS.idleSeconds / 60} minutes with nothing`,
        `\`${outcomeText({ kind: 'idle-limit', idleSeconds: SHELL_LIMITS.idleSeconds })}\``,
        `${SHELL_LIMITS.totalSeconds / 60} minutes in total`,
      ],
    ],
  ])('says in rule %d what the code does', (number, words) => {
    for (const word of words) expect(rule(number)).toContain(word);
  });

  it.each(Object.values(ASYONLINE_PATHS).flat())('has a transcript of %s that parses', (protocol) => {
    const [, transcript] = PAGE.split(`### ${protocol}\n`);
    const lines = transcript?.split('\n### ')[0]?.match(/^ {4}(?:>>|<<) .*$/gm) ?? [];
    const messages = lines.map((line) => line.trim()).filter((line) => !/^.. (?:\(|close)/.test(line));
    expect(messages.length).toBeGreaterThan(3);
    for (const line of messages) {
      const text = line.slice('>> '.length);
      const parsed = line.startsWith('>>') ? parseClientText(text, protocolFeatures(protocol)) : parseServerText(text);
      expect(parsed, line).toMatchObject({ ok: true });
    }
  });
});

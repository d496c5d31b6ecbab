import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { neededFiles } from '@/core/render/imports';
import { mediaType } from '@/core/render/mediaTypes';
import { parseRenderOptions } from '@/core/render/options';
import type { LanguageTables } from '@/core/language/tables';
import { outcomeText } from '@/core/submission/texts';
import type { SubmissionLimits } from '@/core/submission/limits';
import type { CheckClient } from '../page/checkClient';
import { finishRender, outputText, type RenderParts } from '../render/finishedRender';
import { MAIN_FILE, makeSubmission } from '../render/submission';
import { MCP_LIMITS } from './limits';
import { filesOf, problemLines, problemsIn, programInput, type Program } from './program';
import { mistake, refused, told, tool, type Tool, type ToolAnswer } from './tool';

/** Drawing a program, and checking it without drawing. */

interface RenderToolParts extends RenderParts {
  readonly limits: SubmissionLimits;
  readonly checks: Pick<CheckClient, 'check'>;
  readonly tables: LanguageTables;
}

const renderInput = z.strictObject({
  ...programInput,
  format: z.enum(['png', 'svg']).default('png').describe('png to look at it; svg for its source.'),
  options: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Options of the HTTP API, such as {"scale": 2, "background": "white", "engine": "lualatex"}.'),
});

/** Modules that draw in space; there is no graphics card, so such a picture is drawn flat. */
const SPACE = ['three', 'graph3', 'grid3', 'solids', 'contour3', 'smoothcontour3', 'tube', 'bsp', 'labelpath3'];
const FLAT = { render: 0 };

export function renderTool({ tables, limits, ...parts }: RenderToolParts): Tool {
  const about = {
    name: 'render',
    title: 'Render an Asymptote program',
    description:
      'Draws an Asymptote program and returns the picture, or what is wrong with the program by line and column. Look at the picture before you call it done.',
    isReadOnly: true,
  };
  return tool(about, renderInput, async (input, { who, reply }) => {
    const isInSpace = neededFiles(input.program).some((name) => SPACE.includes(name.replace(/\.asy$/, '')));
    const given = { ...(isInSpace ? FLAT : {}), ...input.options, format: input.format };
    const options = parseRenderOptions(given, limits.levelSeconds);
    if (!options.ok) return refused(options.failure);
    const files = Object.entries(filesOf(input)).map(([name, text]) => [name, Buffer.from(text, 'utf8')] as const);
    const submission = makeSubmission(files, MAIN_FILE, options.value, limits);
    if (!submission.ok) return refused(submission.failure);
    const finished = await finishRender(parts, submission.value, who, reply);
    if (finished === undefined) return mistake('The request was cancelled.');
    if (!finished.end.ok) return refused(finished.end.failure);
    const outcome = finished.end.value;
    const output = outputText(finished);
    const problems = await problemsIn(output, input, tables);
    const shown = output.slice(0, MCP_LIMITS.maxOutputCharacters);
    const [picture] = finished.results;
    const isDrawn = outcome.kind === 'success' && picture !== undefined;
    const headline = isDrawn ? renderedText(picture) : `Not rendered: ${outcomeText(outcome) ?? outcome.kind}.`;
    const lines = [headline, problemLines(problems), shown === '' ? '' : `Output:\n${shown}`].filter((part) => part);
    const answer = told(lines.join('\n'), { outcome: outcome.kind, problems, output: shown });
    return isDrawn ? withPicture(answer, picture.format, picture.bytes) : { ...answer, isError: true };
  });
}

/** Below this many pixels both ways there is nothing to see: asy's unit is a point unless a program says otherwise. */
const SEEN_PIXELS = 20;

function renderedText({ format, bytes }: { readonly format: string; readonly bytes: Uint8Array }): string {
  if (format !== 'png' || bytes.length < PNG_SIZE_AT + 8) return 'Rendered.';
  const view = new DataView(bytes.buffer, bytes.byteOffset + PNG_SIZE_AT);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const isTiny = Math.max(width, height) < SEEN_PIXELS;
  const advice = ' That is too small to see: begin with a size, such as size(10cm);';
  return `Rendered, ${width} × ${height} pixels.${isTiny ? advice : ''}`;
}

/** Width and height stand in its first chunk. */
const PNG_SIZE_AT = 16;

function withPicture(answer: ToolAnswer, format: string, bytes: Uint8Array): ToolAnswer {
  if (bytes.length > MCP_LIMITS.maxImageBytes) {
    const text = `The picture has ${bytes.length} bytes and is left out; at most ${MCP_LIMITS.maxImageBytes} are sent.`;
    return { ...answer, content: [...answer.content, { type: 'text', text }] };
  }
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const picture =
    format === 'svg'
      ? { type: 'text' as const, text: data.toString('utf8') }
      : { type: 'image' as const, data: data.toString('base64'), mimeType: mediaType(format) };
  return { ...answer, content: [...answer.content, picture] };
}

export function checkTool({ checks, tables, limits }: RenderToolParts): Tool {
  const about = {
    name: 'check',
    title: 'Check an Asymptote program',
    description:
      'Checks the syntax of an Asymptote program without running it. Faster than render, which also finds wrong names and types.',
    isReadOnly: true,
  };
  return tool(about, z.strictObject(programInput), async (input: Program, { who }) => {
    const files = filesOf(input);
    const bytes = Object.entries(files).map(([name, text]) => [name, Buffer.from(text, 'utf8')] as const);
    const options = parseRenderOptions({}, limits.levelSeconds);
    if (!options.ok) return refused(options.failure);
    const submission = makeSubmission(bytes, MAIN_FILE, options.value, limits);
    if (!submission.ok) return refused(submission.failure);
    // Several may be wanted at once, and by several people of one address: none takes the place of another.
    const answer = await checks.check(
      { ...who, client: `mcp:${randomUUID()}` },
      { sequence: 0, main: MAIN_FILE, files },
    );
    if (answer.kind !== 'checked') return mistake(answer.kind === 'failed' ? answer.message : 'The check was dropped.');
    const problems = await problemsIn(answer.output, input, tables);
    return told(problems.length === 0 ? 'No problems found.' : problemLines(problems), { problems });
  });
}

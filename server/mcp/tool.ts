import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Failure } from '@/core/errors';
import type { Who } from '../queue/tasks';

/** What a tool of a language model is, and how it answers. */

export interface Call {
  readonly who: Who;
  readonly request: FastifyRequest;
  /** What is asked for ends when the one who asked leaves. */
  readonly reply: FastifyReply;
}

type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/** A type and not an interface, since the SDK's own allows for more. */
export type ToolAnswer = {
  content: Content[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly isReadOnly: boolean;
  readonly run: (input: unknown, call: Call) => Promise<ToolAnswer>;
}

/** A tool whose input is read before it runs. */
export function tool<T>(
  about: Omit<Tool, 'input' | 'run'>,
  input: z.ZodObject & z.ZodType<T>,
  run: (input: T, call: Call) => Promise<ToolAnswer>,
): Tool {
  return {
    ...about,
    input,
    run: async (given, call) => {
      const read = input.safeParse(given ?? {});
      if (read.success) return run(read.data, call);
      const known = Object.keys(input.shape).join(', ');
      return mistake(`Invalid input: ${read.error.issues.map(issueText).join('; ')}. The inputs are: ${known}.`);
    },
  };
}

function issueText({ path, message }: z.core.$ZodIssue): string {
  return [...path.slice(0, 1).map(String), message.replace(/^Invalid (?:input|option): /, '')].join(': ');
}

/** As text for every client, and as data for those that read it. */
export function told(text: string, data: Record<string, unknown>): ToolAnswer {
  return { content: [{ type: 'text', text }], structuredContent: data };
}

export function mistake(text: string): ToolAnswer {
  return { content: [{ type: 'text', text }], isError: true };
}

export function refused({ message, retryAfterSeconds }: Failure): ToolAnswer {
  const wait = retryAfterSeconds === undefined ? '' : ` Try again in ${Math.ceil(retryAfterSeconds)} s.`;
  return mistake(`${message}${wait}`);
}

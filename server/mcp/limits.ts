import { KIB, MIB } from '@/core/limits/units';

/** The limits of tools for language models (docs/mcp.md), beside those of every submission. */
export const MCP_LIMITS = {
  /** A larger picture is left out, and said to be. */
  maxImageBytes: 2 * MIB,
  /** Of what the program printed: models pay for every word. */
  maxOutputCharacters: 4 * KIB,
  maxProblems: 20,
  /** Of a module, or of one name. */
  maxSignatures: 200,
  maxExamples: 3,
  maxQueryCharacters: 200,
} as const;

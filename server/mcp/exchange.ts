import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { VERSION } from '@/platform/version';
import { mistake, type Call, type Tool } from './tool';

/** One message to the tools and its answer, as the official SDK reads and writes them. */

/** It takes long to load, and most fronts never need it: not before the first message. */
const loadSdk = async () => ({
  ...(await import('@modelcontextprotocol/sdk/server/mcp.js')),
  ...(await import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js')),
  ...(await import('@modelcontextprotocol/sdk/types.js')),
});
type Sdk = Awaited<ReturnType<typeof loadSdk>>;

const INSTRUCTIONS =
  'Draw with Asymptote. Start from an example, look names up instead of guessing, render, look at the picture, and mend what the problems name by line and column.';

export async function exchange(
  message: object,
  tools: readonly Tool[],
  call: Call,
): Promise<{ readonly status: number; readonly body: string }> {
  const sdk = await loadSdk();
  const server = serverOf(sdk, tools, call);
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    // What matters of the request was judged before: any Accept will do.
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...versionOf(call.request.headers['mcp-protocol-version']),
    };
    const asked = new Request('http://localhost/mcp', { method: 'POST', headers });
    const answer = await transport.handleRequest(asked, { parsedBody: message });
    return { status: answer.status, body: await answer.text() };
  } finally {
    await server.close();
  }
}

function versionOf(header: string | string[] | undefined): Record<string, string> {
  return typeof header === 'string' ? { 'mcp-protocol-version': header } : {};
}

/** The handlers are our own: tools check their input themselves, with the schemas they tell. */
function serverOf(sdk: Sdk, tools: readonly Tool[], call: Call): McpServer {
  const info = { name: 'asyground', title: 'Asyground', version: VERSION };
  const mcp = new sdk.McpServer(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  mcp.server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: tools.map(shown) }));
  mcp.server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }) => {
    const wanted = tools.find(({ name }) => name === params.name);
    return wanted ? wanted.run(params.arguments, call) : mistake(`There is no tool ${JSON.stringify(params.name)}.`);
  });
  return mcp;
}

function shown({ name, title, description, input, isReadOnly }: Tool) {
  const inputSchema = { ...z.toJSONSchema(input, { io: 'input' }), type: 'object' as const };
  return { name, title, description, inputSchema, annotations: { readOnlyHint: isReadOnly, openWorldHint: false } };
}

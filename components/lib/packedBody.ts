/** The body of a request, packed if it is long: a project may have megabytes of data. */

const PACKED_FROM_UNITS = 64 * 1024;

interface PackedBody {
  readonly body: string | Blob;
  readonly headers: Readonly<Record<string, string>>;
}

export async function packedBody(text: string): Promise<PackedBody> {
  if (text.length < PACKED_FROM_UNITS || !('CompressionStream' in globalThis)) return { body: text, headers: {} };
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return { body: await new Response(stream).blob(), headers: { 'content-encoding': 'gzip' } };
}

import { exampleFiles } from '../../exampleFiles';

/** The program of an example, as text. */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  const example = exampleFiles().get((await params).name);
  if (example === undefined) return new Response('There is no such example.', { status: 404 });
  return new Response(example.code, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

import { at } from '@/core/basePath';
import { encodeSource } from '@/core/render/encodedSource';
import { exampleFiles } from '../../../exampleFiles';

/** How a program asks for a 3D page. Without the line it is drawn flat, with its shading, as the build does it. */
const SCENE = /^settings\.outformat = "html";\n/m;

/** The picture of an example that the build has not drawn: the product draws it, once, and keeps it like any other. */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  const code = exampleFiles().get((await params).name)?.code;
  if (code === undefined) return new Response('There is no such example.\n', { status: 404 });
  const encoded = encodeSource(new TextEncoder().encode(code.replace(SCENE, '')));
  // Nobody waits for it, so it may take as long as any.
  const location = SCENE.test(code) ? `/png/${encoded}?class=slow&render=0` : `/svg/${encoded}?class=slow`;
  return new Response(null, { status: 307, headers: { location: at(location), 'cache-control': 'no-cache' } });
}

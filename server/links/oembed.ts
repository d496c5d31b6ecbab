import { z } from 'zod';
import { PREVIEW_SIZE } from '@/core/links/limits';
import { frameHtml, frameSize } from '@/core/links/snippets';
import { xmlText } from '@/core/xml';
import type { Handler, Request } from '../render/operations';
import { sendJson } from '../render/reply';
import type { LinkStore } from './linkStore';

/** oEmbed (docs/sharing.md, 4): how other sites turn the address of a link into a frame by themselves. */

/** Of a name that is given twice, neither is meant. */
const text = z.string().optional().catch(undefined);
const query = z.object({ url: text, format: text, maxwidth: text, maxheight: text });

export function oembedHandler(store: LinkStore, base: (request: Request) => string): Handler {
  return async (request, reply) => {
    const { url = '', format = 'json', maxwidth, maxheight } = query.parse(request.query);
    if (format !== 'json' && format !== 'xml')
      return reply.code(501).type('text/plain').send('The formats json and xml are offered.');
    const id = /\/(?:s|embed)\/([0-9a-f]{24})(?:[/?#]|$)/.exec(url)?.[1];
    const link = id === undefined ? undefined : await store.link(id);
    if (!link) return reply.code(404).type('text/plain').send('There is no such link.');
    const size = frameSize(link, 'figure');
    const [maxWidth, maxHeight] = [positive(maxwidth), positive(maxheight)];
    const width = Math.min(size.width, maxWidth);
    const height = Math.min(size.height, maxHeight);
    const hasRoom = PREVIEW_SIZE.width <= maxWidth && PREVIEW_SIZE.height <= maxHeight;
    const home = base(request);
    const document = {
      version: '1.0',
      type: 'rich',
      title: link.title,
      ...(link.alt === undefined ? {} : { description: link.alt }),
      provider_name: 'Asyground',
      provider_url: home,
      ...(hasRoom && link.pictureFormat !== undefined && thumbnail(home, link.id)),
      html: frameHtml(home, link, 'figure').replace(/width="\d+" height="\d+"/, `width="${width}" height="${height}"`),
      width,
      height,
    };
    void reply.header('access-control-allow-origin', '*');
    if (format === 'json') return sendJson(reply, 200, document);
    return reply.type('text/xml; charset=utf-8').send(oembedXml(document));
  };
}

/** The same as XML. */
export function oembedXml(document: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(document).map(([name, value]) => `  <${name}>${xmlText(String(value))}</${name}>`);
  return ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>', '<oembed>', ...lines, '</oembed>', ''].join('\n');
}

function thumbnail(home: string, id: string) {
  const { width, height } = PREVIEW_SIZE;
  return { thumbnail_url: `${home}/s/${id}/preview.png`, thumbnail_width: width, thumbnail_height: height };
}

/** No limit where none was given. */
function positive(text: string | undefined): number {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : Number.POSITIVE_INFINITY;
}

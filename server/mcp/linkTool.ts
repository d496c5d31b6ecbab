import { z } from 'zod';
import { LINK_LIMITS } from '@/core/links/limits';
import type { LinkEndpoint } from '../links/endpoint';
import { MAIN_FILE } from '../render/submission';
import { filesOf, programInput } from './program';
import { refused, told, tool, type Tool } from './tool';

/** A shared link (docs/sharing.md) for a program, to hand to a person. */
export function linkTool(links: Pick<LinkEndpoint, 'make'>): Tool {
  const about = {
    name: 'link',
    title: 'Share a program',
    description:
      'Makes a page with the picture and its program, which people can open and edit. Anyone with the address can see it. The token lets you change or delete it.',
    isReadOnly: false,
  };
  const title = z.string().trim().max(LINK_LIMITS.maxTitleCharacters).optional();
  return tool(about, z.strictObject({ ...programInput, title }), async (input, { request, reply }) => {
    const files = Object.entries(filesOf(input)).map(([name, text]) => ({ name, text }));
    const made = await links.make({ files, main: MAIN_FILE, title: input.title }, request, reply);
    if (!made.ok) return refused(made.failure);
    const { url, embed, token } = made.value;
    return told(`${url}\nToken: ${token}`, { url, embed, token });
  });
}

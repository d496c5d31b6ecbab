import { headers } from 'next/headers';
import { pages } from '@/server/pages';

/** The address that people use, for links to ourselves that others read; without a slash at its end. */
export async function publicBase(): Promise<string> {
  return pages()?.publicBase((await headers()).get('host') ?? undefined) ?? '';
}

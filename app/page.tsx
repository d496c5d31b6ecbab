import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { DRAFT_COOKIE } from '@/components/persistence/draftCookie';
import { Playground } from '@/components/playground/Playground';
import type { Namespace } from '@/messages';
import { pages } from '@/server/pages';
import { exampleFiles } from './exampleFiles';
import { exampleList } from './exampleList';
import { readInstalled } from './installed';
import { PageMessages } from './PageMessages';
import { publicVersion } from './publicVersion';

export const dynamic = 'force-dynamic';

const PLAYGROUND: readonly Namespace[] = [
  'playground',
  'editor',
  'picture',
  'terminal',
  'workbench',
  'model',
  'diagnostics',
  'tutorial',
];

interface HomeProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** `/` is the playground, with the draft of the last visit or the welcome example; `/?example=name` opens an example, `/?link=id` a shared project. */
export default async function Home({ searchParams }: HomeProps) {
  const { example: wanted, link: shared } = await searchParams;
  const link = typeof shared === 'string' ? await pages()?.sharedLink(shared) : undefined;
  if (typeof shared === 'string' && link === undefined) notFound();
  const example = typeof wanted === 'string' ? exampleFiles().get(wanted) : undefined;
  const hasDraft = example === undefined && link === undefined && (await cookies()).has(DRAFT_COOKIE);
  const first = example ?? exampleFiles().get('welcome');
  const examples = await exampleList();
  const welcome = {
    code: first?.code ?? '',
    // The welcome example is drawn by the very product; the pictures of the others are those of the gallery.
    svg: link ? undefined : example === undefined ? (pages()?.welcomePicture() ?? first?.svg) : example.svg,
    project: link?.project,
    example: link?.title ?? examples.find(({ name }) => name === example?.name)?.title,
  };
  const versions = { monaco: publicVersion('monaco') ?? '', language: publicVersion('language') };
  return (
    <PageMessages of={PLAYGROUND}>
      <Playground
        welcome={welcome}
        hasDraft={hasDraft}
        versions={versions}
        engines={readInstalled().engines}
        examples={examples}
      />
    </PageMessages>
  );
}

import { cookies } from 'next/headers';
import { DRAFT_COOKIE } from '@/components/playground/draftCookie';
import { Playground } from '@/components/playground/Playground';
import { pages } from '@/server/pages';
import { monacoVersion } from './monacoVersion';
import { welcomeCode } from './welcome';

export const dynamic = 'force-dynamic';

export default async function Home() {
  const hasDraft = (await cookies()).has(DRAFT_COOKIE);
  const welcome = { code: welcomeCode(), svg: pages()?.welcomePicture() };
  return <Playground welcome={welcome} hasDraft={hasDraft} monacoVersion={monacoVersion()} />;
}

import { pages } from '@/server/pages';

export const dynamic = 'force-dynamic';

export default function Home() {
  return <main>{pages()?.welcomePicture() ? 'ready' : 'waiting'}</main>;
}

import type { Example } from '@/components/model/example';

/** The picture of an example over its title and sentence. */
export function ExampleCard({ example: { title, about, picture } }: { readonly example: Example }) {
  return (
    <span className="flex h-full flex-col text-left">
      <span className="flex h-36 items-center justify-center rounded-t-md border-b border-line bg-paper p-3">
        <img src={picture} alt="" loading="lazy" className="max-h-full max-w-full object-contain" />
      </span>
      <span className="px-3 pt-2 font-medium">{title}</span>
      <span className="px-3 pb-3 text-xs leading-4 text-muted">{about}</span>
    </span>
  );
}

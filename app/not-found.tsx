import Link from 'next/link';

export default function NotFound() {
  return (
    <main className="mx-auto flex h-full max-w-lg flex-col justify-center gap-3 px-6">
      <h1 className="text-xl font-semibold">There is no such page</h1>
      <p className="text-muted">The address may be mistyped, or what was here has been deleted.</p>
      <p>
        <Link className="text-accent underline" href="/">
          Open the playground
        </Link>
      </p>
    </main>
  );
}

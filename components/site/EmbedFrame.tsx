'use client';

import { useEffect, useRef, type ReactNode } from 'react';

/** Tells the page around it how high it is, so that its frame can follow (public/embed.js listens). */
export function EmbedFrame({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = root.current;
    if (element === null || window.parent === window) return;
    const tell = () => {
      const { width, height } = element.getBoundingClientRect();
      // To whoever embeds it: a size is no secret.
      window.parent.postMessage(
        { type: 'asyground:size', id, width: Math.ceil(width), height: Math.ceil(height) },
        '*',
      );
    };
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    tell();
    return () => observer.disconnect();
  }, [id]);
  return (
    <main ref={root} className="flex flex-col gap-2 bg-background p-2 text-text">
      {children}
    </main>
  );
}

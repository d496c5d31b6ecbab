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
    // In a frame that is higher it stands in the middle; what is told is its own height.
    <div className="flex min-h-dvh flex-col justify-center bg-background">
      <main ref={root} className="flex flex-col gap-2 p-2 text-text">
        {children}
      </main>
    </div>
  );
}

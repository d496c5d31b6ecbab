'use client';

import { useEffect, useState } from 'react';
import { isImage, type Picture } from '@/components/model/picture';

/** Keeps the picture before until the next is decoded, so that nothing flickers. */
export function useDecoded(newest: Picture): Picture {
  const [decoded, setDecoded] = useState(newest);
  useEffect(() => {
    let isGone = false;
    const show = () => {
      if (!isGone) setDecoded(newest);
    };
    // One that cannot be decoded is shown nevertheless: the browser's sign for it says more than the old picture.
    void decode(newest).then(show, show);
    return () => {
      isGone = true;
    };
  }, [newest]);
  return decoded;
}

async function decode({ url, format }: Picture): Promise<void> {
  if (!isImage(format)) return;
  const image = new Image();
  image.src = url;
  await image.decode();
}

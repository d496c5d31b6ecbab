'use client';

import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import { useWorkbench } from '@/components/workbench/context';
import { TEST_IDS } from '@/components/lib/testIds';
import { openPdf } from './pdf';
import type { Picture } from '@/components/model/picture';

/** CSS pixels of a PDF's unit, the point. */
const POINT_PIXELS = 96 / 72;
/** Beyond this a canvas costs more memory than it is worth, and some browsers refuse it. */
const MAX_CANVAS_PIXELS = 4096 * 4096;

interface PdfImageProps {
  readonly picture: Picture;
  readonly label: string;
  readonly className: string;
  readonly style: CSSProperties;
}

/** The first page, drawn as sharp as the screen shows it. */
export function PdfImage({ picture, label, className, style }: PdfImageProps) {
  const t = useTranslations('picture');
  const { gateway } = useWorkbench();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    let isGone = false;
    const opening = openPdf(picture.bytes);
    opening.then(
      async (opened) => {
        const { width, height } = (await opened.getPage(1)).getViewport({ scale: POINT_PIXELS });
        if (isGone) return;
        if (picture.size === undefined) gateway.picture.noteSize(picture.url, { width, height });
        setPdf(opened);
        setFailed(false);
      },
      () => isGone || setFailed(true),
    );
    return () => {
      isGone = true;
      void opening.then((opened) => opened.destroy()).catch(() => undefined);
    };
    // The size is what this very effect finds out.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [picture.bytes, picture.url, gateway]);

  useEffect(() => {
    const element = canvas.current;
    if (pdf === undefined || element === null) return;
    const draw = () => void drawPage(pdf, element);
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [pdf]);

  if (hasFailed) return <p className="w-64 p-4 text-center text-[#1a1f26]">{t('other.badPdf')}</p>;
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      data-testid={TEST_IDS.pictureImage}
      className={className}
      style={style}
    />
  );
}

async function drawPage(pdf: PDFDocumentProxy, element: HTMLCanvasElement): Promise<void> {
  const page = await pdf.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const wanted = (element.clientWidth / width) * window.devicePixelRatio;
  const scale = Math.min(wanted, Math.sqrt(MAX_CANVAS_PIXELS / (width * height)));
  const viewport = page.getViewport({ scale });
  // Drawn aside and copied in one go, so that zooming does not flash.
  const aside = document.createElement('canvas');
  aside.width = Math.ceil(viewport.width);
  aside.height = Math.ceil(viewport.height);
  try {
    // With a context of our own: the library's would be opaque, and the ground behind the picture black.
    const canvasContext = aside.getContext('2d');
    if (canvasContext === null) return;
    await page.render({ canvas: null, canvasContext, viewport, background: 'rgba(0,0,0,0)' }).promise;
  } catch {
    // The document was closed meanwhile: a newer picture is on its way.
    return;
  }
  element.width = aside.width;
  element.height = aside.height;
  element.getContext('2d')?.drawImage(aside, 0, 0);
}

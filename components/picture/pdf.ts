import type { PDFDocumentProxy } from 'pdfjs-dist';

/** PDF files as pictures. The library is loaded with the first of them. */

let library: Promise<typeof import('pdfjs-dist')> | undefined;

async function load(): Promise<typeof import('pdfjs-dist')> {
  const pdfjs = await import('pdfjs-dist');
  pdfjs.GlobalWorkerOptions.workerPort = new Worker(new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url), {
    type: 'module',
  });
  return pdfjs;
}

export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  library ??= load();
  const pdfjs = await library;
  // The worker takes the bytes for itself.
  return pdfjs.getDocument({ data: bytes.slice(), isEvalSupported: false }).promise;
}

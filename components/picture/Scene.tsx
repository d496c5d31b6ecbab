'use client';

import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { downloadShownAction } from '@/components/workbench/actions/pictureActions';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { TEST_IDS } from '@/components/lib/testIds';
import { ActionButton } from '@/components/workbench/ActionButton';
import type { Picture } from '@/components/model/picture';
import { asCamera } from '@/components/model/camera';
import { scenePage } from './scenePage';

/** A 3D picture, to be turned with the mouse. */
export default function Scene({ picture }: { readonly picture: Picture }) {
  const t = useTranslations('picture');
  const download = useTranslations('common')('download');
  const main = usePlayground(({ draft }) => draft.main);
  const canShow = useSyncExternalStore(neverChanges, hasWebGl, () => true);
  const { frame, page } = useScenePage(picture);
  if (!canShow) {
    return (
      <div className="absolute inset-0 flex items-center justify-center p-6">
        <div className="flex w-72 flex-col gap-3 rounded-md border border-line bg-raised p-4">
          <p className="font-medium">{t('scene.noWebGl')}</p>
          <p className="text-muted">{t('scene.noWebGlHint')}</p>
          <ActionButton action={downloadShownAction}>{download}</ActionButton>
        </div>
      </div>
    );
  }
  return (
    <iframe
      // A new frame for each: a page that is replaced within one would add to the history of the browser.
      key={picture.url}
      ref={frame}
      title={t('scene.title', { name: picture.name ?? main })}
      data-testid={TEST_IDS.scene}
      sandbox="allow-scripts"
      srcDoc={page}
      className="absolute inset-0 size-full bg-paper"
    />
  );
}

/** The page of the frame; it begins with the camera of the one before, as long as the draft is the same. */
function useScenePage(picture: Picture) {
  const draft = usePlayground((state) => state.draft.id);
  const frame = useRef<HTMLIFrameElement>(null);
  const { cameras } = useWorkbench();
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const said = typeof data === 'object' && data !== null && 'camera' in data ? data.camera : undefined;
      const camera = asCamera(said);
      if (camera !== undefined) cameras.set(draft, camera);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [cameras, draft]);
  const page = useMemo(
    () => scenePage(new TextDecoder().decode(picture.bytes), pageNonce(), cameras.get(draft)),
    [picture.bytes, cameras, draft],
  );
  return { frame, page };
}

const neverChanges = () => () => undefined;

let isKnown: boolean | undefined;

/** Asked once: each answer costs a drawing context, and a browser has few. */
function hasWebGl(): boolean {
  isKnown ??= document.createElement('canvas').getContext('webgl') !== null;
  return isKnown;
}

/** Of the policy that this page came with. Browsers hide it from style sheets, but not from scripts. */
function pageNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
}

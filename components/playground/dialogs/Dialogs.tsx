'use client';

import type { Versions } from '@/components/editor/loadMonaco';
import type { Example } from '@/components/model/example';
import { DownloadDialog } from './DownloadDialog';
import { DraftsDialog } from './DraftsDialog';
import { GalleryDialog } from './GalleryDialog';
import { HelpDialog } from './HelpDialog';
import { HistoryDialog } from './HistoryDialog';
import { OutlineDialog } from './OutlineDialog';
import { Palette } from './Palette';
import { PhoneMenu } from './PhoneMenu';
import { SettingsDialog } from './SettingsDialog';
import { ShareDialog } from './ShareDialog';

interface DialogsProps {
  /** Of TeX, that are installed. */
  readonly engines: readonly string[];
  readonly examples: readonly Example[];
  readonly versions: Versions;
}

/** All windows of the playground. Nobody needs them for the first paint. */
export default function Dialogs({ engines, examples, versions }: DialogsProps) {
  return (
    <>
      <Palette />
      <PhoneMenu />
      <OutlineDialog />
      <GalleryDialog examples={examples} />
      <DraftsDialog />
      <DownloadDialog />
      <HistoryDialog versions={versions} />
      <ShareDialog />
      <SettingsDialog engines={engines} />
      <HelpDialog />
    </>
  );
}

import { admin } from './admin';
import { common } from './common';
import { diagnostics } from './diagnostics';
import { editor } from './editor';
import { examples } from './examples';
import { graphs } from './graphs';
import { model } from './model';
import { picture } from './picture';
import { playground } from './playground';
import { site } from './site';
import { terminal } from './terminal';
import { tutorial } from './tutorial';
import { ui } from './ui';
import { workbench } from './workbench';

export const zh = {
  common,
  ui,
  editor,
  picture,
  terminal,
  playground,
  workbench,
  model,
  diagnostics,
  tutorial,
  site,
  examples,
  graphs,
  admin,
};

import { z } from 'zod';
import { DEFAULT_LEVEL_SECONDS } from '@/core/limits';
import { RENDER_FORMATS } from '@/core/submission/submission';
import type { KeyValueStore } from '@/components/lib/browserStorage';

/** What the person has chosen, kept in this browser. Whatever cannot be read is its default. */

/** The formats the page can show. */
export const PAGE_FORMATS = ['svg', 'pdf', 'png', 'html'] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];
/** The engines of TeX that one can choose here, where they are installed. */
export const PAGE_ENGINES = ['latex', 'pdflatex', 'lualatex', 'xelatex'] as const;
/** Of a PNG to take away; 96 is as large as on the screen at 100 %. */
export const PNG_DPI = [96, 192, 384, 300, 600] as const;
export const GROUNDS = ['paper', 'checker', 'dark'] as const;
export const DRAWER_TABS = ['problems', 'output', 'shell'] as const;
export const KEY_MAPS = ['default', 'vim', 'emacs'] as const;
export const FONT_SIZES = [12, 13, 14, 16, 18, 20] as const;

const settingsSchema = z.object({
  /** Null: SVG, or a scene to turn where the program draws in space. An earlier release kept `format`, chosen or not. */
  chosenFormat: z.enum(PAGE_FORMATS).nullable().catch(null),
  /** Null: the server decides (class default). */
  durationSeconds: z
    .union(DEFAULT_LEVEL_SECONDS.map((seconds) => z.literal(seconds)))
    .nullable()
    .catch(null),
  /** Null: asy decides. */
  engine: z.enum(PAGE_ENGINES).nullable().catch(null),
  /** What a download gives, as it was chosen last. */
  downloadFormat: z.enum(RENDER_FORMATS).nullable().catch(null),
  pngDpi: z.union(PNG_DPI.map((dpi) => z.literal(dpi))).catch(192),
  pngIsWhite: z.boolean().catch(false),
  isLive: z.boolean().catch(true),
  ground: z.enum(GROUNDS).catch('paper'),
  keyMap: z.enum(KEY_MAPS).catch('default'),
  /** What the cursor's line draws is outlined in the picture. */
  outlinesLine: z.boolean().catch(true),
  /** Pixels. */
  fontSize: z.union(FONT_SIZES.map((size) => z.literal(size))).catch(14),
});
export type Settings = z.infer<typeof settingsSchema>;

const layoutSchema = z.object({
  /** Percent of the width, or of the height where the panes are stacked, that the code has. */
  split: z.number().min(15).max(85).catch(45),
  isDrawerOpen: z.boolean().catch(false),
  /** Pixels. */
  drawerHeight: z.number().min(80).max(1200).catch(200),
  drawerTab: z.enum(DRAWER_TABS).catch('problems'),
  /** The one that a phone shows. */
  pane: z.enum(['code', 'picture']).catch('picture'),
  isTutorialOpen: z.boolean().catch(false),
  /** From 0; where it was left. */
  tutorialStep: z.number().int().min(0).max(10).catch(0),
});
export type Layout = z.infer<typeof layoutSchema>;

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});
export const DEFAULT_LAYOUT: Layout = layoutSchema.parse({});

const SETTINGS_KEY = 'asyground.settings';
const LAYOUT_KEY = 'asyground.layout';

export function readSettings(store: KeyValueStore): Settings {
  return settingsSchema.parse(readObject(store, SETTINGS_KEY));
}

export function readLayout(store: KeyValueStore): Layout {
  const layout = layoutSchema.parse(readObject(store, LAYOUT_KEY));
  // A shell takes a place on the server: a person opens it, and not a reload.
  return layout.drawerTab === 'shell' ? { ...layout, drawerTab: 'problems', isDrawerOpen: false } : layout;
}

export function writeSettings(store: KeyValueStore, settings: Settings): void {
  write(store, SETTINGS_KEY, settings);
}

export function writeLayout(store: KeyValueStore, layout: Layout): void {
  write(store, LAYOUT_KEY, layout);
}

/** Spread, so that whatever was kept is an object. */
function readObject(store: KeyValueStore, key: string): object {
  try {
    return { ...(JSON.parse(store.getItem(key) ?? '{}') as object) };
  } catch {
    return {};
  }
}

/** A choice that cannot be kept is still in force until the page is left. */
function write(store: KeyValueStore, key: string, value: object): void {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

/**
 * The options of asy 2.85 (`asy -h` and `asy -environment`), each with what becomes of it where asy runs on a server (docs/asy.md):
 * - server: asy there is told it.
 * - nothing: it is about windows, prompts and viewers, or where the programs of this machine are, and changes no file.
 * - view: shows the picture, which only a local asy does. Switched off it is nothing.
 * - local: only a local asy can do it.
 */

type Place = 'server' | 'nothing' | 'view' | 'local';

export interface Setting {
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  readonly takesValue: boolean;
  /** Both `-x` and `-nox` are understood. */
  readonly isNegatable: boolean;
  readonly place: Place;
  /** What it takes to be had only there, where that is one of its two values. */
  readonly localWhen?: boolean;
}

const FLAGS: Readonly<Record<Place, string>> = {
  server: `GPUcompress GPUindexing GPUinterlock absolute animating auto3D autobillboard autoplain autoplay autorotate axes3
    batchMask bw cmyk compact compress debug dvisvgmMultipleFiles embed gray ibl inlineimage inlinetex keep keepaux
    listvariables loop lossy mask offline parseonly prc quiet reverse rgb svgemulation thick thin threads toolbar translate
    twice twosided webgl2 where`,
  nothing: `exitonEOF fitscreen globalread iconify interactiveMask interactiveView interactiveWrite localhistory multiline
    pdfreload tabcompletion wait`,
  view: 'View batchView multipleView',
  local: 'globalwrite interrupt lsp safe wsl xasy',
};

const VALUES: Readonly<Record<Place, string>> = {
  server: `GPUblockSize GPUlocalSize align aligndir antialias autoimport command convertOptions devicepixelratio digits
    divisor dvipsOptions dvisvgmOptions framerate glOptions gsOptions hyperrefOptions image imageDir imageURL level maxtile
    maxviewport multisample offset outformat outname paperheight paperwidth prerender render resizestep shiftHoldDistance
    shiftWaitTime spinstep tex user vibrateTime viewportmargin warn zoomPinchCap zoomPinchFactor zoomfactor zoomstep cd
    asygl config dir epsdriver papertype pngdriver psdriver`,
  nothing: `animate convert display dvips dvisvgm gs historylines htmlviewer htmlviewerOptions libgs pdfreloadOptions
    pdfreloaddelay pdfviewer pdfviewerOptions position prompt prompt2 psviewer psviewerOptions scroll sysdir texpath`,
  view: '',
  local: `inpipe lsphost lspport outpipe texcommand textcommand textcommandOptions textepilogue textextension
    textinitialfont textoutformat textprologue`,
};

/** Without a value; only `-noverbose` is known of them. */
const ORDERS: Readonly<Record<string, Place>> = {
  help: 'server',
  version: 'server',
  verbose: 'server',
  environment: 'local',
};

const SHORT: Readonly<Record<string, string>> = {
  ...{ View: 'V', align: 'a', command: 'c', debug: 'd', environment: 'e', outformat: 'f', help: 'h', keep: 'k' },
  ...{
    listvariables: 'l',
    mask: 'm',
    offset: 'O',
    outname: 'o',
    parseonly: 'p',
    quiet: 'q',
    translate: 's',
    user: 'u',
  },
  verbose: 'v',
};

/** `-nosafe` lets a program run commands; everything else here is dangerous when it is on. */
const LOCAL_WHEN: Readonly<Record<string, boolean>> = { safe: false };

function named(lists: Readonly<Record<Place, string>>, takesValue: boolean): Setting[] {
  return (Object.entries(lists) as [Place, string][]).flatMap(([place, names]) =>
    names
      .split(/\s+/)
      .filter(Boolean)
      .map((name) => ({
        name,
        takesValue,
        isNegatable: !takesValue || name === 'warn',
        place,
        ...(SHORT[name] === undefined ? {} : { short: SHORT[name] }),
        ...(place === 'local' && !takesValue ? { localWhen: LOCAL_WHEN[name] ?? true } : {}),
      })),
  );
}

export const SETTINGS: readonly Setting[] = [
  ...named(FLAGS, false),
  ...named(VALUES, true),
  ...Object.entries(ORDERS).map(([name, place]) => ({
    name,
    takesValue: false,
    isNegatable: name === 'verbose',
    place,
    ...(SHORT[name] === undefined ? {} : { short: SHORT[name] }),
  })),
];

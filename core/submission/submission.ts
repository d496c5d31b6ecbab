/**
 * A submission: the files, main file and options a client sent. Every endpoint (asyonline, plain HTTP, Periodic, graphs)
 * turns what it was given into this type, and the backend reads nothing else.
 */

/** What `-f` may be asked for. svg, pdf and png are the protocol's own; the others are ours (docs/asyonline.md, 8). */
export const RENDER_FORMATS = ['svg', 'pdf', 'png', 'html', 'eps', 'v3d'] as const;
export type RenderFormat = (typeof RENDER_FORMATS)[number];

/** The engines `asy -tex` knows (docs/asyonline.md, 8). */
export const TEX_ENGINES = [
  'latex',
  'pdflatex',
  'xelatex',
  'lualatex',
  'tex',
  'pdftex',
  'luatex',
  'context',
  'none',
] as const;
export type TexEngine = (typeof TEX_ENGINES)[number];

/** How many `v` stand in `-vvv`; 0 is without. */
export const VERBOSITIES = [0, 1, 2, 3] as const;
export type Verbosity = (typeof VERBOSITIES)[number];

export interface SubmissionOptions {
  /** Absent: the class is default. Present: already clamped to the largest level. Always absent for a shell. */
  readonly durationSeconds?: number;
  readonly format: RenderFormat;
  /** True: what asy writes to stderr arrives as stdout, in the order it was written. */
  readonly stderrRedir: boolean;
  readonly verbosity: Verbosity;
  /** Absent: asy's own choice. */
  readonly engine?: TexEngine;
  /** Whether to tell which line drew what; only the page asks. */
  readonly objects?: boolean;
  /** Pixels per bp of raster pictures and of 3D, as `asy -render`. */
  readonly render?: number;
  /** Width of the smoothing of raster pictures, as `asy -antialias`. */
  readonly antialias?: number;
  /** The finished picture is made larger by this factor, lines and labels with it. */
  readonly scale?: number;
  /** The ground of the picture, as six hexadecimal digits. */
  readonly background?: string;
  /**
   * asy's own options (core/asy/arguments.ts). asy is then called with these alone, and every file it leaves is a result:
   * the other options of drawing play no part.
   */
  readonly arguments?: readonly string[];
  /** The finished picture stands in the middle of a sheet of this size, as large as fits; `scale` plays no part then. */
  readonly sheet?: Sheet;
}

/** In bp, which are the pixels of a PNG. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
}

export const DEFAULT_SUBMISSION_OPTIONS: SubmissionOptions = { format: 'svg', stderrRedir: true, verbosity: 0 };

/** Whether the picture is to look different from what asy makes of the program alone. */
export function hasPresentation(options: SubmissionOptions): boolean {
  return options.render !== undefined || options.antialias !== undefined || isPresented(options);
}

/** Whether asy has no option for what makes it look different. */
export function isPresented({ scale, background, sheet }: SubmissionOptions): boolean {
  return scale !== undefined || background !== undefined || sheet !== undefined;
}

/** By name, in the order they were added. A map and not a record: a file may be called `__proto__.asy`. */
export type SubmissionFiles = ReadonlyMap<string, Uint8Array>;

export type Submission =
  | {
      readonly kind: 'render';
      readonly files: SubmissionFiles;
      /** The name of one of `files`. */
      readonly main: string;
      readonly options: SubmissionOptions;
    }
  | {
      readonly kind: 'shell';
      readonly files: SubmissionFiles;
      readonly main?: undefined;
      readonly options: SubmissionOptions;
    };

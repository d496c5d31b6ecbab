interface Size {
  readonly width: number;
  readonly height: number;
}

/** TeX takes a pixel for 1/72 of an inch. A wider image does not fit a page, and converters need minutes for it. */
const WIDE_PIXELS = 227;
const WIDE = '8cm';

/**
 * The line of a program that reads a file of the draft; undefined for a file that is read otherwise.
 * @param pixels of an image.
 */
export function codeToRead(file: string, pixels?: Size): string | undefined {
  const dot = file.lastIndexOf('.');
  const name = nameOf(file.slice(0, dot));
  const quoted = JSON.stringify(file);
  switch (file.slice(dot + 1)) {
    case 'csv':
      return `real[][] ${name} = input(${quoted}).line().csv().dimension(0, 0);`;
    case 'dat':
    case 'txt':
      return `real[][] ${name} = input(${quoted}).line().dimension(0, 0);`;
    case 'png':
    case 'jpg':
    case 'jpeg':
    case 'eps':
      return `label(graphic(${[quoted, ...sizeOf(pixels)].join(', ')}), (0, 0));`;
    case 'asy':
      return /^[A-Za-z_]\w*$/.test(file.slice(0, dot)) ? `import ${file.slice(0, dot)};` : undefined;
    default:
      return undefined;
  }
}

/** What makes it fit: its longer side. */
function sizeOf(pixels: Size | undefined): string[] {
  if (pixels === undefined || Math.max(pixels.width, pixels.height) <= WIDE_PIXELS) return [];
  return [JSON.stringify(`${pixels.width < pixels.height ? 'height' : 'width'}=${WIDE}`)];
}

/** A name that a variable may have. */
function nameOf(stem: string): string {
  const plain = stem.replace(/\W+/g, '_');
  return /^[A-Za-z]/.test(plain) ? plain : `data_${plain}`;
}

/** What of it says which file is read, for where there is no room for more: `input("a.csv")`. */
export function readingCall(code: string): string {
  return /(?:input|graphic)\("(?:[^"\\]|\\.)*"/.exec(code)?.[0].concat(')') ?? code;
}

/**
 * Several versions of a program in one, each as a picture of its own: to start asy for each of them takes most of the time
 * of a small picture. A version stands in a function, so that its names stay its own; what plain lets a program change is put
 * back after each. A program that cannot stand there does not come out, or not the same: whoever asks compares.
 */

/** As many pictures as one render sends at most, with room for others. */
export const FRAMES_AT_ONCE = 30;

/** What a program does to asy as a whole, or to the pictures it leaves. */
const MEANS_MORE = /\b(?:shipout|exit|quit|animation|settings|defaultfilename|implicitshipout|atexit|atupdate)\b/;

const BEGIN = `void frame(string name, void draw())
{
  save();
  currentpicture=new picture;
  draw();
  shipout(name);
  restore();
}
`;

/** By what its pictures are called in turn; undefined for a program that is better drawn again and again. */
export function framesProgram(versions: readonly string[]): { code: string; names: string[] } | undefined {
  if (versions.some((code) => MEANS_MORE.test(code))) return undefined;
  const names = versions.map((_, i) => `frame${i + 1}`);
  const calls = versions.map((code, i) => `frame("${names[i]}", new void() {\n${code}\n});\n`);
  return { code: BEGIN + calls.join(''), names };
}

/** Whether two SVGs are the same picture: dvisvgm lists the shapes of letters in an order that says nothing. */
export function isSameSvg(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && sortedLines(one) === sortedLines(other);
}

function sortedLines(svg: Uint8Array): string {
  return new TextDecoder('latin1').decode(svg).split('\n').sort().join('\n');
}

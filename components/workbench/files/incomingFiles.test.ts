import { describe, expect, it } from 'vitest';
import { asFile, pack, readFolder, readIncoming } from './incomingFiles';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('files from the disk', () => {
  it('are text where they can be', () => {
    expect(asFile('a.asy', bytes('// é'))).toEqual({ name: 'a.asy', contents: '// é' });
    expect(asFile('a.dat', new Uint8Array([255, 254]))).toEqual({
      name: 'a.dat',
      contents: new Uint8Array([255, 254]),
    });
    expect(asFile('a.png', bytes('x')).contents).toBeInstanceOf(Uint8Array);
  });

  it('come back from an archive as they went in', async () => {
    const files = [
      { name: 'main.asy', contents: 'draw(unitcircle);' },
      { name: 'a.png', contents: new Uint8Array([1, 2, 3]) },
    ];
    const archive = await pack(files);
    expect(await readIncoming([new File([archive as Uint8Array<ArrayBuffer>], 'all.zip')])).toEqual({
      files,
      leftOut: 0,
    });
  });

  it('of an archive or a folder stay outside where no program could read them', async () => {
    const archive = await pack([
      { name: 'figures/main.asy', contents: 'dot((0,0));' },
      { name: 'figures/main.pdf', contents: 'x' },
      { name: 'figures/.hidden', contents: 'x' },
      { name: '__MACOSX/main.asy', contents: 'x' },
    ]);
    const only = { files: [{ name: 'main.asy', contents: 'dot((0,0));' }], leftOut: 1 };
    expect(await readIncoming([new File([archive as Uint8Array<ArrayBuffer>], 'all.zip')])).toEqual(only);
    expect(await readFolder([new File(['dot((0,0));'], 'main.asy'), new File(['x'], 'main.pdf')])).toEqual(only);
  });

  it('are refused with words where there are too many, or the archive is none', async () => {
    const many = Array.from({ length: 65 }, (_, number) => new File([''], `f${number}.asy`));
    expect(await readFolder(many)).toMatchObject({ failure: { code: 'too-many' } });
    expect(await readIncoming([new File(['no zip'], 'all.zip')])).toMatchObject({ failure: { code: 'bad-file' } });
  });
});

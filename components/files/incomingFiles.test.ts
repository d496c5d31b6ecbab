import { describe, expect, it } from 'vitest';
import { asFile, pack, readIncoming } from './incomingFiles';

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
    expect(await readIncoming([new File([archive as Uint8Array<ArrayBuffer>], 'all.zip')])).toEqual(files);
  });
});

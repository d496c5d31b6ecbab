import { describe, expect, it } from 'vitest';
import { chooseProtocol, isAsyonlinePath, protocolFeatures } from './protocols';

// docs/asyonline.md, 1
describe('the handshake', () => {
  it('chooses the first name of the client that the path speaks', () => {
    expect(chooseProtocol('/asy', ['chat', 'asyonline.asy+restore', 'asyonline.asy'])).toEqual({
      ok: true,
      protocol: 'asyonline.asy+restore',
      features: { interactive: false, restore: true },
    });
    expect(chooseProtocol('/asy', ['asyonline.asy', 'asyonline.asy+restore'])).toMatchObject({
      protocol: 'asyonline.asy',
    });
    expect(chooseProtocol('/asy/interactive', ['asyonline.asy', 'asyonline.asy.interactive'])).toMatchObject({
      protocol: 'asyonline.asy.interactive',
    });
  });

  it.each([[[]], [['chat']], [['asyonline.asy.interactive']], [['ASYONLINE.ASY']]])(
    'refuses %j and says what the path speaks',
    (offered) => {
      const choice = chooseProtocol('/asy', offered);
      expect(choice).toMatchObject({ ok: false });
      expect(choice).toHaveProperty(
        'failure.message',
        expect.stringContaining('asyonline.asy and asyonline.asy+restore'),
      );
    },
  );

  it('knows its paths, and nothing that only looks like one', () => {
    expect(['/asy', '/asy/interactive'].every(isAsyonlinePath)).toBe(true);
    expect(['/', '/asy/', '/ASY', 'toString', '__proto__'].some(isAsyonlinePath)).toBe(false);
  });

  it('reads the features off the name', () => {
    expect(protocolFeatures('asyonline.asy.interactive+restore')).toEqual({ interactive: true, restore: true });
  });
});

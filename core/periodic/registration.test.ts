import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWelcome, mayListen } from './access';
import { MAGIC } from './dialect';
import { FrameDecoder } from './frameDecoder';
import { encodeRegistration, encodeRegistrationAnswer, readRegistration, type Registration } from './registration';

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// docs/periodic.md, "Frames"
describe('registration', () => {
  it('has the bytes of the documents', () => {
    expect(hex(encodeRegistration({ dialect: 'seed', role: 'client' }))).toBe('005245510000000101');
    expect(hex(encodeRegistration({ dialect: 'seed', role: 'worker' }))).toBe('005245510000000102');
    expect(hex(encodeRegistration({ dialect: 'crc', role: 'client' }))).toBe('0052455100000001a505df1b01');
    expect(hex(encodeRegistration({ dialect: 'crc', role: 'worker' }))).toBe('00524551000000013c0c8ea102');
  });

  it('is answered with four bytes of connection id', () => {
    expect(hex(encodeRegistrationAnswer('seed', 0xdeadbeef))).toBe('0052455300000004' + 'deadbeef');
    const crc = hex(encodeRegistrationAnswer('crc', 0xdeadbeef));
    expect(crc.slice(0, 16)).toBe('0052455300000005');
    expect(crc.slice(24)).toBe('1e' + 'deadbeef');
  });

  it('comes back as it was sent', () => {
    const texts = fc.string({ unit: 'binary-ascii', maxLength: 300 });
    const registrations: fc.Arbitrary<Registration> = fc.oneof(
      fc.record({ dialect: fc.constantFrom('seed', 'crc'), role: fc.constantFrom('client', 'worker') }),
      fc.record({
        dialect: fc.constant('crc'),
        role: fc.constantFrom('client', 'worker'),
        credentials: fc.record({ name: texts, token: texts }),
      }),
    );
    fc.assert(
      fc.property(registrations, (registration) => {
        const decoder = new FrameDecoder(MAGIC.request);
        decoder.push(encodeRegistration(registration));
        const decoded = decoder.next();
        expect(decoder.dialect).toBe(registration.dialect);
        expect(decoded.kind === 'frame' && readRegistration(registration.dialect, decoded.payload)).toEqual(
          registration,
        );
      }),
    );
  });

  it('is refused when it is something else', () => {
    for (const payload of [[], [0], [5], [1, 1], [3], [3, 255, 255, 255, 255, 255, 255, 255, 255]]) {
      expect(readRegistration('crc', Uint8Array.from(payload))).toBeUndefined();
    }
    expect(readRegistration('seed', Uint8Array.of(3))).toBeUndefined();
  });
});

// docs/periodic.md, 9
describe('access', () => {
  const rules = { token: 'secret', isSameSecret: (a: string, b: string) => a === b };
  const plain: Registration = { dialect: 'seed', role: 'client' };
  const withToken = (token: string): Registration => ({
    dialect: 'crc',
    role: 'worker',
    credentials: { name: 'w', token },
  });

  it('is from this machine alone without a configured token', () => {
    expect([mayListen(true, undefined), mayListen(false, undefined), mayListen(false, '')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(isWelcome(plain, true, { ...rules, token: undefined })).toBe(true);
    expect(isWelcome(plain, false, { ...rules, token: undefined })).toBe(false);
    expect(isWelcome(withToken(''), false, { ...rules, token: '' })).toBe(false);
  });

  it('from elsewhere needs the token, and a sent token must be right', () => {
    expect(mayListen(false, 'secret')).toBe(true);
    expect(isWelcome(plain, false, rules)).toBe(false);
    expect(isWelcome(plain, true, rules)).toBe(true);
    expect(isWelcome(withToken('secret'), false, rules)).toBe(true);
    expect(isWelcome(withToken('wrong'), false, rules)).toBe(false);
    expect(isWelcome(withToken('wrong'), true, rules)).toBe(false);
  });
});

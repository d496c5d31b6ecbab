import { describe, expect, it } from 'vitest';
import { pageBase, publicBase } from './publicAddress';

const alone = { publicUrl: undefined, host: 'asy.lan', port: 3000 };

describe('the address that people use', () => {
  it('is that of the configuration, whatever was asked for', () => {
    expect(publicBase({ ...alone, publicUrl: 'https://asy.example/' }, 'evil.example')).toBe('https://asy.example');
  });

  it.each([
    'localhost:3000',
    '127.0.0.1',
    '192.168.1.7:80',
    '[fd00::7]:80',
    '[::1]:3000',
    'a.localhost',
    'asy.lan:3000',
    'LOCALHOST',
  ])('is %s where nothing is configured', (asked) => expect(publicBase(alone, asked)).toBe(`http://${asked}`));

  it.each([
    'evil.example',
    'localhost.evil.example',
    'localhost/x',
    'a b',
    '',
    undefined,
    '127.0.0.1.evil.example',
    '1.1.1.1@evil',
    '203.0.113.7:3000',
    '[2001:db8::7]',
    '999.1.1.1',
  ])('is never %s', (asked) => {
    expect(publicBase(alone, asked)).toBeUndefined();
    expect(pageBase(alone, asked)).toBe('http://asy.lan:3000');
  });
});

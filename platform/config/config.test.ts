import { describe, expect, it } from 'vitest';
import { configHelp, readConfig } from './config';
import { flagOf, SETTINGS } from './settings';

function failuresOf(argv: string[], env: Record<string, string> = {}): string[] {
  const result = readConfig(argv, env);
  return result.ok ? [] : result.failures.map((failure) => failure.message);
}

describe('configuration', () => {
  it('has defaults for everything', () => {
    const result = readConfig([], {});
    expect(result.ok && result.config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      role: 'all',
      redisUrl: undefined,
    });
  });

  it('prefers a flag over a variable over the default', () => {
    expect(readConfig(['--port', '4000'], { PORT: '5000' })).toMatchObject({ config: { port: 4000 } });
    expect(readConfig(['--port=4001'], {})).toMatchObject({ config: { port: 4001 } });
    expect(readConfig([], { PORT: '5000' })).toMatchObject({ config: { port: 5000 } });
    expect(readConfig([], { PORT: '' })).toMatchObject({ config: { port: 3000 } });
  });

  it('names the variable, the value and what is allowed', () => {
    const [message] = failuresOf([], { PORT: '70000' });
    expect(message).toContain('PORT');
    expect(message).toContain('70000');
    expect(message).toContain('65535');
    expect(failuresOf(['--role', 'king'])[0]).toMatch(/--role.*king.*all.*front/);
    expect(failuresOf([], { PORT: 'x' })).toEqual([
      'PORT is "x", which is not allowed: it takes a whole number from 0 to 65535. Port the front listens on; 0 takes a free one.',
    ]);
  });

  it('says in its own words what every setting takes', () => {
    for (const { env } of Object.values(SETTINGS))
      for (const wrong of ['@', '-1', '99999999999999999999'])
        expect(failuresOf([], { [env]: wrong }).join()).not.toMatch(/Invalid|expected|Too (?:big|small)|NaN/);
  });

  it('reports every mistake at once and never shows a secret', () => {
    const messages = failuresOf(['--port', 'x', '--admin-token', 'short']);
    expect(messages).toHaveLength(2);
    expect(messages.join()).not.toContain('short,');
    expect(messages.join()).toContain('(hidden)');
  });

  it('takes a path that a browser leaves as it is', () => {
    for (const path of ['/asy', '/a/b-c/d_e/', '/..a', '/.a', ''])
      expect(failuresOf([], { BASE_PATH: path })).toEqual([]);
    for (const path of ['asy', '//x', '/..', '/.', '/a/../b', '/a b', '/a?b'])
      expect(failuresOf([], { BASE_PATH: path })[0]).toContain('a path such as /asy');
  });

  it('takes addresses and networks of proxies, and no names', () => {
    expect(failuresOf([], { TRUSTED_PROXIES: '127.0.0.1, ::1,10.0.0.0/8,' })).toEqual([]);
    for (const proxy of ['localhost', '10.0.0.0/33', '127.0.0.1:80'])
      expect(failuresOf([], { TRUSTED_PROXIES: proxy })[0]).toContain('a network such as 10.0.0.0/8');
  });

  it('takes origins as browsers send them, and addresses that people can open', () => {
    expect(failuresOf([], { ALLOWED_ORIGINS: 'https://a.org,http://b.org:81', PUBLIC_URL: 'https://a.org/x' })).toEqual(
      [],
    );
    for (const origin of ['https://a.org/', 'a.org', 'https://a.org:443', '*'])
      expect(failuresOf([], { ALLOWED_ORIGINS: origin })[0]).toContain('an origin such as https://example.org');
    for (const url of ['foo', 'ftp://a.org'])
      expect(failuresOf([], { PUBLIC_URL: url })[0]).toContain('an address such as https://');
  });

  it('suggests the flag that was meant', () => {
    expect(failuresOf(['--prot', '1'])[0]).toContain('did you mean --port?');
    expect(failuresOf(['--port'])[0]).toContain('needs a value');
  });

  it('lists every setting in its help', () => {
    const help = configHelp();
    for (const [name, setting] of Object.entries(SETTINGS)) {
      expect(help).toContain(flagOf(name));
      expect(help).toContain(setting.env);
    }
  });
});

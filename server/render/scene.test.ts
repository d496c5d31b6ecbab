import { describe, expect, it } from 'vitest';
import { standingAlone } from './scene';

const alone = (html: string) => Buffer.from(standingAlone(Buffer.from(html))).toString();

describe('a scene in a frame', () => {
  it('asks no other window', () => {
    expect(alone('if(window.top.x) window.parent.y; é')).toBe('if(window.x) window.y; é');
    expect(alone('window.topmost mywindow.top window.parents window.')).toBe(
      'window.topmost mywindow.top window.parents window.',
    );
    expect(alone('window.window.top')).toBe('window.window');
    expect(alone('')).toBe('');
  });
});

import { describe, expect, it } from 'vitest';
import { isCalm } from '@/components/model/state';
import { Gateway } from './gateway';
import { watchTyping } from './typingPause';

/** A clock of its own, and an editor that may offer completions. */
function world() {
  const editor = { isCompleting: false };
  const timers: { at: number; act: () => void }[] = [];
  let now = 0;
  const gateway = new Gateway(
    { code: 'x' },
    false,
    () => '',
    () => now,
  );
  const close = watchTyping(
    gateway,
    () => editor.isCompleting,
    (milliseconds, act) => {
      const timer = { at: now + milliseconds, act };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  );
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const timer of timers.filter(({ at }) => at <= now)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.act();
    }
  };
  const type = (text: string) => gateway.draft.editText(gateway.state.draft.main, text);
  return { editor, gateway, close, pass, type, isTyping: () => gateway.state.isTyping };
}

describe('somebody who types', () => {
  it('pauses 1.5 s after the last key', () => {
    const { pass, type, isTyping, gateway } = world();
    expect(isTyping()).toBe(false);
    type('d');
    expect(isTyping()).toBe(true);
    expect(isCalm(gateway.state)).toBe(true);
    pass(1400);
    type('dr');
    pass(1400);
    expect(isTyping()).toBe(true);
    pass(100);
    expect(isTyping()).toBe(false);
  });

  it('does not pause while completions are offered', () => {
    const { editor, pass, type, isTyping } = world();
    type('dra');
    editor.isCompleting = true;
    pass(5000);
    expect(isTyping()).toBe(true);
    editor.isCompleting = false;
    pass(250);
    expect(isTyping()).toBe(true);
    pass(1500);
    expect(isTyping()).toBe(false);
  });

  it('is told everything when they want no live preview', () => {
    const { gateway, type } = world();
    gateway.choose({ isLive: false });
    type('d');
    expect(isCalm(gateway.state)).toBe(false);
  });
});

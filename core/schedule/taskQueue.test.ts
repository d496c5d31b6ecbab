import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TaskQueue } from './taskQueue';

interface Item {
  readonly order: number;
  readonly note: string;
}

const newLine = (): TaskQueue<Item> => new TaskQueue((item) => item.order);
const item = (order: number, note = ''): Item => ({ order, note });

describe('a line', () => {
  it('behaves like a sorted list, whatever is done to it', () => {
    const action = fc.oneof(
      { arbitrary: fc.constant('push' as const), weight: 6 },
      fc.constant('shift' as const),
      fc.constant('give back' as const),
      fc.boolean().map((goOnWithCopy) => ({ goOnWithCopy })),
      { arbitrary: fc.nat({ max: 500 }).map((which) => ({ remove: which })), weight: 3 },
      fc.nat({ max: 500 }).map((which) => ({ replace: which })),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 400, size: 'max' }), (actions) => {
        let line = newLine();
        let model: Item[] = [];
        const started: Item[] = [];
        const left: { line: TaskQueue<Item>; model: Item[] }[] = [];
        let next = 1;
        for (const act of actions) {
          if (act === 'push') {
            line.push(item(next));
            model.push(item(next));
            next += 1;
          } else if (act === 'shift') {
            const taken = line.shift();
            expect(taken).toEqual(model.shift());
            if (taken !== undefined) started.push(taken);
          } else if (act === 'give back') {
            const back = started.pop();
            if (back !== undefined) {
              line.giveBack(back);
              model = [...model, back].sort((one, other) => one.order - other.order);
            }
          } else if ('goOnWithCopy' in act) {
            // The other of the two stays as it is, whatever happens to this one.
            const copy = line.copy();
            left.push({ line: act.goOnWithCopy ? line : copy, model: [...model] });
            if (act.goOnWithCopy) line = copy;
          } else if ('remove' in act) {
            const [gone] = model.splice(act.remove % Math.max(1, model.length), 1);
            if (gone !== undefined) line.remove(gone);
          } else {
            const place = act.replace % Math.max(1, model.length);
            const old = model[place];
            if (old !== undefined) {
              model[place] = item(old.order, 'changed');
              line.replace(item(old.order, 'changed'));
            }
          }
          expect(line.first()).toEqual(model[0]);
          expect(line.size).toBe(model.length);
        }
        for (const seen of [...left, { line, model }]) {
          expect([...seen.line]).toEqual(seen.model);
          expect(seen.line.first()).toEqual(seen.model[0]);
        }
      }),
    );
  });
});

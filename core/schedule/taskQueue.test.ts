import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TaskQueue } from './taskQueue';

interface Item {
  readonly order: number;
  readonly note: string;
}

const newLine = (): TaskQueue<Item> => new TaskQueue((item) => item.order);
const item = (order: number, note = ''): Item => ({ order, note });

describe('a queue', () => {
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
        let queue = newLine();
        let model: Item[] = [];
        const started: Item[] = [];
        const left: { queue: TaskQueue<Item>; model: Item[] }[] = [];
        let next = 1;
        for (const act of actions) {
          if (act === 'push') {
            queue.push(item(next));
            model.push(item(next));
            next += 1;
          } else if (act === 'shift') {
            const taken = queue.shift();
            expect(taken).toEqual(model.shift());
            if (taken !== undefined) started.push(taken);
          } else if (act === 'give back') {
            const back = started.pop();
            if (back !== undefined) {
              queue.giveBack(back);
              model = [...model, back].sort((one, other) => one.order - other.order);
            }
          } else if ('goOnWithCopy' in act) {
            // The other of the two stays as it is, whatever happens to this one.
            const copy = queue.copy();
            left.push({ queue: act.goOnWithCopy ? queue : copy, model: [...model] });
            if (act.goOnWithCopy) queue = copy;
          } else if ('remove' in act) {
            const [gone] = model.splice(act.remove % Math.max(1, model.length), 1);
            if (gone !== undefined) queue.remove(gone);
          } else {
            const place = act.replace % Math.max(1, model.length);
            const old = model[place];
            if (old !== undefined) {
              model[place] = item(old.order, 'changed');
              queue.replace(item(old.order, 'changed'));
            }
          }
          expect(queue.first()).toEqual(model[0]);
          expect(queue.size).toBe(model.length);
        }
        for (const seen of [...left, { queue, model }]) {
          expect([...seen.queue]).toEqual(seen.model);
          expect(seen.queue.first()).toEqual(seen.model[0]);
        }
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lanes } from './lanes';
import type { Task } from './task';

let arrivals = 0;
function task(client: string, address = 'home'): Task {
  arrivals += 1;
  const rest = { submittedAtMs: 0, halts: 0, restarts: 0, returnSerial: 0 };
  return {
    id: `${client}${arrivals}`,
    taskClass: 'default',
    client,
    address,
    owner: 'connection',
    arrival: arrivals,
    ...rest,
  };
}

/** Submits tasks as the scheduler does; returns those that entered the queue. */
function submitAll(lanes: Lanes, tasks: readonly Task[]): Task[] {
  return tasks.filter((it) => {
    const enters = lanes.hasRoom(it);
    if (enters) lanes.enter(it);
    else lanes.join(it);
    return enters;
  });
}

// docs/queue.md, 9
describe('lanes', () => {
  it('let a client have k tasks in the queue and send the next when one leaves', () => {
    const lanes = new Lanes({ tasksPerClient: 2, tasksPerAddress: 16 });
    const tasks = Array.from({ length: 4 }, () => task('ann'));
    const [first, second, third, fourth] = tasks;
    expect(submitAll(lanes, tasks)).toEqual([first, second]);
    expect(lanes.laneSize('ann')).toBe(2);
    expect(first && lanes.leave(first)).toEqual([third]);
    expect(second && lanes.leave(second)).toEqual([fourth]);
    expect(lanes.waiting).toBe(0);
  });

  it('do not let a newcomer of the client pass its own lane', () => {
    const lanes = new Lanes({ tasksPerClient: 1, tasksPerAddress: 1 });
    submitAll(lanes, [task('ann'), task('bob')]);
    expect(lanes.hasRoom(task('bob', 'elsewhere'))).toBe(false);
  });

  it('share what an address may have among its clients in turn', () => {
    const lanes = new Lanes({ tasksPerClient: 2, tasksPerAddress: 2 });
    const entered = submitAll(lanes, [
      task('ann'),
      task('ann'),
      task('bob'),
      task('bob'),
      task('bob'),
      task('cid'),
      task('cid'),
    ]);
    const order: string[] = [];
    for (let next = entered.shift(); next !== undefined; next = entered.shift()) {
      order.push(next.client);
      entered.push(...lanes.leave(next));
    }
    expect(order).toEqual(['ann', 'ann', 'bob', 'cid', 'bob', 'cid', 'bob']);
  });

  it('give an address one share, whatever the number of its clients', () => {
    const lanes = new Lanes({ tasksPerClient: 2, tasksPerAddress: 2 });
    const crowd = Array.from({ length: 150 }, (_, i) => [task(`c${i}`), task(`c${i}`)]).flat();
    const queue = submitAll(lanes, crowd);
    expect(queue).toHaveLength(2);
    expect(lanes.rounds(task('c150'))).toBe(149);
    const stranger = task('stranger', 'elsewhere');
    expect(lanes.rounds(stranger)).toBe(0);
    queue.push(...submitAll(lanes, [stranger]));
    const order: string[] = [];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      order.push(next.client);
      queue.push(...lanes.leave(next));
    }
    expect(order.indexOf('stranger')).toBe(2);
    // The first of the crowd was alone when it came; then everybody has a turn before anybody has a second one.
    expect(new Set(order.slice(3, 152)).size).toBe(149);
    expect(lanes.waiting).toBe(0);
  });

  it('let the other classes of an address pass one that is held back', () => {
    const lanes = new Lanes({ tasksPerClient: 2, tasksPerAddress: 2 });
    const slow = (client: string): Task => ({ ...task(client), taskClass: 2 });
    const entered = submitAll(lanes, [slow('ann'), slow('bob'), slow('cid'), task('dan'), task('eve'), task('fay')]);
    expect(entered.map(({ client }) => client)).toEqual(['ann', 'bob', 'dan', 'eve']);
  });

  it('follow a client from one address to another', () => {
    const lanes = new Lanes({ tasksPerClient: 1, tasksPerAddress: 1 });
    const [atHome, atWork] = [task('ann', 'home'), task('ann', 'work')];
    submitAll(lanes, [atHome, atWork]);
    expect(lanes.leave(atHome)).toEqual([atWork]);
  });

  it('let the second of a lane go where the first, now withdrawn, was held up', () => {
    const lanes = new Lanes({ tasksPerClient: 2, tasksPerAddress: 1 });
    const [held, free] = [task('ann', 'home'), task('ann', 'work')];
    const entered = submitAll(lanes, [task('bob', 'home'), held, free]);
    expect(entered.map(({ client }) => client)).toEqual(['bob']);
    expect(lanes.withdraw(held)).toEqual([free]);
    expect(entered[0] && lanes.leave(entered[0])).toEqual([]);
    expect(lanes.waiting).toBe(0);
  });

  it('hold a client back where the first of its lane came from, and nowhere else', () => {
    const lanes = new Lanes({ tasksPerClient: 2, tasksPerAddress: 1 });
    const [bob, cid] = [task('bob', 'home'), task('cid', 'work')];
    const [atHome, atWork] = [task('ann', 'home'), task('ann', 'work')];
    submitAll(lanes, [bob, cid, atHome, atWork]);
    expect(lanes.withdraw(atHome)).toEqual([]);
    expect(lanes.leave(bob)).toEqual([]);
    expect(lanes.leave(cid)).toEqual([atWork]);
  });

  it('count a task that came back to the head, and wait until the window has room again', () => {
    const lanes = new Lanes({ tasksPerClient: 1, tasksPerAddress: 16 });
    const [first, second, third] = [task('ann'), task('ann'), task('ann')];
    submitAll(lanes, [first, second, third]);
    expect(lanes.leave(first)).toEqual([second]);
    lanes.enter(first);
    expect(lanes.leave(first)).toEqual([]);
    expect(lanes.leave(second)).toEqual([third]);
  });

  it('are copied apart', () => {
    const lanes = new Lanes({ tasksPerClient: 1, tasksPerAddress: 16 });
    const [first, second] = [task('ann'), task('ann')];
    submitAll(lanes, [first, second]);
    expect(lanes.copy().leave(first)).toEqual([second]);
    expect(lanes.waiting).toBe(1);
    expect(lanes.leave(first)).toEqual([second]);
  });

  it('behave alike in a copy and in any number of looks ahead from it', () => {
    const client = fc.constantFrom('ann', 'bob', 'cid', 'dan');
    const address = fc.constantFrom('home', 'work');
    fc.assert(
      fc.property(fc.array(fc.tuple(client, address), { maxLength: 30 }), (submissions) => {
        const lanes = new Lanes({ tasksPerClient: 2, tasksPerAddress: 3 });
        const inQueue = submitAll(
          lanes,
          submissions.map(([who, where]) => task(who, where)),
        );
        const copy = lanes.copy();
        const futures = [copy.ahead(), copy.ahead(), lanes].map((one) => drain(one, inQueue));
        expect(futures[0]).toEqual(futures[2]);
        expect(futures[1]).toEqual(futures[2]);
        expect(futures[2]).toHaveLength(submissions.length);
      }),
    );
  });
});

/** Lets everybody leave in the order of the queue; returns that order. */
function drain(lanes: Lanes, inQueue: readonly Task[]): string[] {
  const queue = [...inQueue];
  const order: string[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    order.push(next.id);
    queue.push(...lanes.leave(next));
  }
  expect(lanes.waiting).toBe(0);
  return order;
}

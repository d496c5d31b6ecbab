import { expect, it } from 'vitest';
import { waitingProgram } from './waitingAsy';

it('runs nothing of a module before a program imports it', () => {
  expect(waitingProgram(['graph', 'math'])).toBe('if(false) {access graph; access math;}\n{access ".task" as task;}\n');
});

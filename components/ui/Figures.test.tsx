// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Figures } from './Figures';

it('has tabular figures in numbers only', () => {
  const { container } = render(<Figures text="Ваша задача 2-я, около 12,5 с" />);
  expect(container.textContent).toBe('Ваша задача 2-я, около 12,5 с');
  expect([...container.querySelectorAll('.tabular-nums')].map(({ textContent }) => textContent)).toEqual(['2', '12,5']);
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderInEnglish } from '@/components/lib/testing/renderInEnglish';
import { ErrorBoundary } from './ErrorBoundary';

let isBroken = true;

function Fragile() {
  if (isBroken) throw new Error('broken');
  return <p>It works</p>;
}

beforeEach(() => {
  isBroken = true;
  // React tells of the error, too.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a part that throws', () => {
  it('leaves the others, and can be started again', () => {
    renderInEnglish(
      <>
        <ErrorBoundary what="The picture">
          <Fragile />
        </ErrorBoundary>
        <p>The code</p>
      </>,
    );
    expect(screen.getByText('The code')).toBeDefined();
    expect(screen.getByRole('alert').textContent).toContain('The picture crashed');
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Reload it' }));
    expect(screen.getByText('It works')).toBeDefined();
  });
});

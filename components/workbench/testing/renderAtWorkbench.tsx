import type { RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderInEnglish } from '@/components/lib/testing/renderInEnglish';
import { WorkbenchProvider } from '../context';
import { Workbench } from '../workbench';

/** A part of the playground, at a workbench that is not connected to anything. */
export function renderAtWorkbench(
  node: ReactNode,
  code = 'draw(unitcircle);',
): RenderResult & { workbench: Workbench } {
  const workbench = new Workbench({ code }, false, undefined);
  return { ...renderInEnglish(<WorkbenchProvider value={workbench}>{node}</WorkbenchProvider>), workbench };
}

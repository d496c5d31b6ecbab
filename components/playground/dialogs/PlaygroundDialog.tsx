'use client';

import type { ReactNode } from 'react';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import type { DialogName } from '@/components/model/slices/layoutSlice';
import { Dialog } from '@/components/ui/Dialog';

interface PlaygroundDialogProps {
  readonly name: DialogName;
  readonly title: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** One of the windows of the playground, of which one at a time is open. */
export function PlaygroundDialog({ name, ...rest }: PlaygroundDialogProps) {
  const { gateway } = useWorkbench();
  const isOpen = usePlayground((state) => state.dialog === name);
  return <Dialog isOpen={isOpen} onClose={() => gateway.layout.openDialog(undefined)} {...rest} />;
}

import type { CSSProperties } from 'react';
import type { Box } from '@/components/model/pictureObjects';

interface OutlineProps {
  readonly box: Box;
  readonly className: string;
  readonly testId?: string;
  /** Said above it. */
  readonly children?: string;
}

/** Around an object of the picture, a little outside of it, so that it hides nothing. */
export function Outline({ box, className, testId, children }: OutlineProps) {
  return (
    <div aria-hidden data-testid={testId} className="absolute" style={placed(box)}>
      <div className={`absolute -inset-1 rounded-sm border-2 ${className}`} />
      {children !== undefined && (
        <span className="absolute bottom-full left-0 mb-2 rounded bg-accent px-1.5 text-xs whitespace-nowrap text-on-accent">
          {children}
        </span>
      )}
    </div>
  );
}

function placed({ left, top, width, height }: Box): CSSProperties {
  const percent = (share: number) => `${100 * share}%`;
  return { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
}

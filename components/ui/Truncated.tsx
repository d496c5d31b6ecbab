import { Tooltip } from './Tooltip';

interface TruncatedProps {
  readonly text: string;
  /** How wide it may be, and its letters. */
  readonly className?: string;
}

/** One line of text; what does not fit is told to whoever points at it. */
export function Truncated({ text, className = '' }: TruncatedProps) {
  return (
    <Tooltip text={text}>
      <span className={`block truncate ${className}`}>{text}</span>
    </Tooltip>
  );
}

import { points } from '@/components/admin/model/sparkline';

interface SparklineProps {
  /** Oldest first. */
  readonly values: readonly number[];
  /** What the top stands for; the largest value if it is larger. */
  readonly most: number;
  /** How many there are when all are known. */
  readonly count: number;
  /** What it shows, for whoever cannot see it. */
  readonly label: string;
}

const [WIDTH, HEIGHT] = [64, 20];

/** How something went lately, as small as a word. */
export function Sparkline({ values, most, count, label }: SparklineProps) {
  return (
    <svg role="img" aria-label={label} width={WIDTH} height={HEIGHT} className="text-accent">
      <title>{label}</title>
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--line)" />
      <polyline
        points={points(values, most, WIDTH, HEIGHT - 2, count)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}

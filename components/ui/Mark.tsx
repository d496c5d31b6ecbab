/** Our sign: a curve that comes ever closer to its asymptote. */
export function Mark() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" fill="none" aria-hidden className="text-accent">
      <path d="M3 2.5v16.5h16.5" stroke="currentColor" strokeWidth="1.25" opacity="0.55" />
      <path d="M5.5 3c.4 9 4.5 12.6 14 13.2" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" />
    </svg>
  );
}

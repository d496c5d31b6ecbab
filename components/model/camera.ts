/** How far a scene has been turned and zoomed from what its program says. */
export interface Camera {
  /** A matrix of four rows. */
  readonly turn: readonly number[];
  /** Steps of the wheel. */
  readonly zoom: number;
}

const MAX_ZOOM_STEPS = 200;

/** Whatever a frame says may come from a stranger's program. */
export function asCamera(said: unknown): Camera | undefined {
  if (typeof said !== 'object' || said === null || !('turn' in said) || !('zoom' in said)) return undefined;
  const { turn, zoom } = said;
  const isTurn = Array.isArray(turn) && turn.length === 16 && turn.every((value) => Number.isFinite(value));
  if (!isTurn || typeof zoom !== 'number' || !Number.isInteger(zoom) || Math.abs(zoom) > MAX_ZOOM_STEPS)
    return undefined;
  return { turn, zoom };
}

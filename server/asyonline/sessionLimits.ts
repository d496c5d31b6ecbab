import { DEFAULT_SESSION_LIMITS, type SessionLimits } from '@/core/asyonline/sessionLimits';
import { longestSeconds, type Level } from '@/core/schedule/levels';
import type { Config } from '@/platform/config/config';
import type { ControlStore } from '../admin/controlStore';
import { levelsOf } from '../queue/applyControl';

export type { SessionLimits };

/** What one session may do at this front: as configured, with the levels that administrators may change at any time. */
export function sessionLimits(config: Config, levels: readonly Level[], controls: ControlStore): SessionLimits {
  const inForce = () => levelsOf(controls.current, levels);
  return {
    ...DEFAULT_SESSION_LIMITS,
    maxSourceBytes: config.maxSourceBytes,
    maxProgramBytes: config.maxProgramBytes,
    dataExtensions: config.dataExtensions,
    idleStage1Seconds: config.idleStage1Seconds,
    get maxDurationSeconds() {
      return longestSeconds(inForce());
    },
    get levelSeconds() {
      return inForce().map((level) => level.durationSeconds);
    },
    shellIdleSeconds: config.shellIdleSeconds,
    shellTotalSeconds: config.shellTotalSeconds,
  };
}

import { Session, type Debugger, type InspectorNotification } from 'node:inspector';
import { WATCHDOG_LIMITS } from '@/core/limits';

/** What the main thread is doing right now, asked from another thread: it is stopped for a moment and goes on. */

const MAX_FRAMES = 12;

/** Functions with their places, the innermost first; empty if it could not be seen. */
export function stackOfMainThread(): Promise<string[]> {
  const session = new Session();
  return new Promise((resolve) => {
    const end = (frames: string[]) => {
      clearTimeout(late);
      // Disconnecting lets it go on, too.
      session.disconnect();
      resolve(frames);
    };
    const files = new Map<string, string>();
    session.on('Debugger.scriptParsed', ({ params }) => void files.set(params.scriptId, params.url));
    const late = setTimeout(() => end([]), WATCHDOG_LIMITS.stackMs);
    session.once('Debugger.paused', ({ params }: InspectorNotification<Debugger.PausedEventDataType>) => {
      const frames = params.callFrames.slice(0, MAX_FRAMES).map((frame) => describeFrame(frame, files));
      session.post('Debugger.resume', () => end(frames));
    });
    session.connectToMainThread();
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}

function describeFrame(frame: Debugger.CallFrame, files: ReadonlyMap<string, string>): string {
  const { scriptId, lineNumber } = frame.location;
  const url = files.get(scriptId) ?? '';
  return `${frame.functionName || '(anonymous)'} (${url.slice(url.lastIndexOf('/') + 1)}:${lineNumber + 1})`;
}

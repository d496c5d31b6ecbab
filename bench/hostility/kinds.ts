import type { Attacker } from './attacker';
import * as connections from './connections';
import * as programs from './programs';

/** Every kind of hostility that is measured: its name, and what the attacker does until its time is over. */

export const KINDS: Readonly<Record<string, (attacker: Attacker) => Promise<void>>> = {
  // What the machine does by itself meanwhile.
  'nobody, for comparison': (attacker) => attacker.swarm(1, () => attacker.pause(100)),
  'renders of many cookies': programs.renderFlood,
  'endless programs': programs.endlessPrograms,
  '60 spinning processes': programs.spinningProcesses,
  'processes that want memory': programs.hungryProcesses,
  'output that looks like errors': programs.hostileErrors,
  'sources that look hard to read': programs.hostileSources,
  'sparse results': programs.sparseResults,
  'many results': programs.manyResults,
  'large results': programs.largeResults,
  'results that are not read': programs.unreadResults,
  'downloads that are not read': programs.unreadDownloads,
  'asynchronous renders': programs.asynchronousRenders,
  cancellations: programs.cancellations,
  'shells that print': connections.shellOutput,
  'shells that prompt': connections.shellPrompts,
  'shells that do not read': connections.shellInput,
  'frames that do not end': connections.halfSentFrames,
  'slow connections': connections.slowConnections,
  'long queries': connections.longQueries,
  'long headers': connections.longHeaders,
  'deep JSON': connections.deepJson,
  pages: connections.pages,
  reconnections: connections.reconnects,
  links: connections.links,
  'bodies of graphs': connections.graphBodies,
  'guesses of tokens': connections.tokenGuesses,
  'syntax checks': connections.checks,
  'Periodic jobs': connections.periodic,
  'parallel requests': connections.parallelRequests,
};

import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { listenToGraph, readGraph, readTask } from './graphsApi';
import { layOut, newLayoutEngine, type Layout } from './layout';
import { LiveGraph } from './liveGraph';

/** A graph that follows the service, for as long as it is shown. */
export function useLiveGraph(graph: string): LiveGraph {
  const live = useMemo(() => new LiveGraph(graph, { readGraph, readTask, listen: listenToGraph, soon }), [graph]);
  useEffect(() => {
    live.open();
    return () => void live.close();
  }, [live]);
  return live;
}

/** Its layout, made again only when other tasks or edges are there. Undefined while it is being made. */
export function useLayout(live: LiveGraph): Layout | undefined {
  const tasks = useStore(live.store, (state) => state.tasks);
  const shape = useMemo(
    () => JSON.stringify([...tasks.values()].map(({ id, continuations, kind }) => ({ id, continuations, kind }))),
    [tasks],
  );
  const [made, setMade] = useState<{ readonly shape: string; readonly layout: Layout }>();
  useEffect(() => {
    if (shape === '[]') return;
    const engine = newLayoutEngine();
    let isCurrent = true;
    void layOut(JSON.parse(shape) as Parameters<typeof layOut>[0], engine).then((layout) => {
      if (isCurrent) setMade({ shape, layout });
      engine.terminateWorker();
    });
    return () => {
      isCurrent = false;
      engine.terminateWorker();
    };
  }, [shape]);
  return made?.shape === shape ? made.layout : undefined;
}

function soon(run: () => void, milliseconds?: number): void {
  if (milliseconds === undefined) requestAnimationFrame(run);
  else setTimeout(run, milliseconds);
}

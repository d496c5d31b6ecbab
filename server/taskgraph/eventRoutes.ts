import type { FastifyReply } from 'fastify';
import { ADMISSION_LIMITS } from '@/core/limits';
import { TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import { refusal, success, type Result } from '@/core/result';
import { eventsQuerySchema, type EventsQuery } from '@/core/taskgraph/querySchema';
import { eventPageSchema } from '@/core/taskgraph/serviceSchema';
import { Places } from '../places';
import { visibleTo } from './access';
import { eventDocument, isEventId, type GraphEvent } from './eventFeed';
import { EventStream } from './eventStream';
import type { Parts } from './parts';
import { ANSWERED, EVERYBODY, route, type Route } from './route';

/** `GET /events` (docs/task-graph.md, 10 and 13): a stream for whoever can read one, pages for whoever asks for JSON. */

const FIRST_ID = '0-0';
const EVENTS_AT_ONCE = 1000;

export function eventRoutes(parts: Parts): Route[] {
  const streams = new Map<string, number>();
  const { ofAddress, inAll } = ADMISSION_LIMITS.eventStreams;
  const places = new Places({ ofAddress: { count: ofAddress, bytes: 0 }, inAll: { count: inAll, bytes: 0 } });
  return [
    route({
      method: 'GET',
      path: '/events',
      roles: EVERYBODY,
      summary: 'Every change of a state, as server-sent events; with "Accept: application/json" in pages.',
      query: eventsQuerySchema,
      answer: eventPageSchema,
      gives: 'text/event-stream',
      handle: async ({ caller, query, request, reply }) => {
        const seen = query.last_event_id ?? request.headers['last-event-id'];
        const start = query.cursor ?? (typeof seen === 'string' && seen !== '' ? seen : undefined);
        if (start !== undefined && !isEventId(start)) {
          return refusal({ code: 'invalid-query', message: 'Last-Event-ID: expected the id of an event, such as 1-0' });
        }
        const isWanted = filterOf(query, visibleTo(caller));
        if (wantsPage(request.headers.accept)) return page(parts, start ?? FIRST_ID, query.limit, isWanted);
        const open = streams.get(caller.owner) ?? 0;
        if (open >= TASK_GRAPH_ROOM.eventStreamsOfOwner) {
          return tooManyStreams(TASK_GRAPH_ROOM.eventStreamsOfOwner, 'for you');
        }
        const place = places.take(caller.address);
        if (place === 'ofAddress') return tooManyStreams(ofAddress, 'for your address');
        if (place === 'inAll') return tooManyStreams(inAll, 'here');
        streams.set(caller.owner, open + 1);
        stream(parts, reply, start, isWanted, () => {
          place();
          const left = (streams.get(caller.owner) ?? 1) - 1;
          if (left > 0) streams.set(caller.owner, left);
          else streams.delete(caller.owner);
        });
        return ANSWERED;
      },
    }),
  ];
}

function tooManyStreams(most: number, whose: string): Result<never> {
  const detail = `At most ${most} streams may be open ${whose} at a time.`;
  return refusal({ code: 'too-many-streams', message: detail, retryAfterSeconds: ADMISSION_LIMITS.retrySeconds });
}

function stream(
  parts: Parts,
  reply: FastifyReply,
  start: string | undefined,
  isWanted: (event: GraphEvent) => boolean,
  onEnd: () => void,
): void {
  reply.hijack();
  const events = new EventStream(parts.feed, reply.raw, isWanted);
  events.run(start).catch((error: unknown) => {
    parts.log.warn({ err: error }, 'a stream of events broke off');
    reply.raw.destroy();
  });
  reply.raw.once('close', onEnd);
}

async function page(
  { feed }: Parts,
  start: string,
  limit: number,
  isWanted: (event: GraphEvent) => boolean,
): Promise<Result<unknown>> {
  const items: GraphEvent[] = [];
  for (let last = start; ;) {
    const events = await feed.after(last, EVENTS_AT_ONCE);
    for (const event of events) {
      if (isWanted(event)) items.push(event);
      if (items.length === limit) return success({ items: items.map(eventDocument), next: event.id });
    }
    last = events.at(-1)?.id ?? last;
    // There is always a next page: what has not happened yet.
    if (events.length < EVENTS_AT_ONCE) return success({ items: items.map(eventDocument), next: last });
  }
}

function filterOf({ graph, task }: EventsQuery, owner: string) {
  return (event: GraphEvent): boolean =>
    (owner === '' || event.owner === owner) &&
    (graph === undefined || event.graph === graph) &&
    (task === undefined || event.task === task);
}

function wantsPage(accept: string | undefined): boolean {
  return accept !== undefined && accept.includes('application/json') && !accept.includes('text/event-stream');
}

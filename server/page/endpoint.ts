import { Server as Engine } from 'engine.io';
import { Server as IoServer, type Socket } from 'socket.io';
import type { Control } from '@/core/admin/control';
import { checkFileName } from '@/core/submission/fileNames';
import { EDGE_LIMITS, SUBMISSION_LIMITS } from '@/core/limits';
import {
  checkRequest,
  PAGE_NAMESPACE,
  type CheckAnswer,
  type Load,
  type Notice,
  type PageToServer,
  type ServerToPage,
} from '@/core/page';
import type { Log } from '@/platform/log';
import { Loop } from '@/platform/loop';
import type { Service } from '@/platform/service';
import type { ControlStore } from '../admin/controlStore';
import type { Health } from '../health';
import type { Identity } from '../identity';
import { isAllowedOrigin } from '../origin';
import { Pace } from '../pace';
import { paceStream } from '../pacedStream';
import type { Who } from '../queue/tasks';
import { SocketServer } from '../socketServer';
import { refuse, type UpgradeRouter } from '../upgrade';
import type { CheckClient } from './checkClient';

/**
 * The page's own connection: socket.io, WebSocket only, namespace `/page`. Checks and load; renders have their own endpoint.
 */

interface PageEndpointOptions {
  readonly checks: CheckClient;
  readonly identity: Identity;
  readonly allowedOrigins: readonly string[];
  readonly readHealth: () => Promise<Health>;
  readonly controls: ControlStore;
  readonly log: Log;
}

const PATH = '/socket.io/';
const LOAD_MS = 1000;
const MAX_MESSAGE_BYTES = 512 * 1024;

type PageSocket = Socket<PageToServer, ServerToPage>;

export class PageEndpoint implements Service {
  private readonly engine = new Engine({
    transports: ['websocket'],
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    wsEngine: SocketServer,
  });
  readonly io = new IoServer<PageToServer, ServerToPage>({ serveClient: false });
  private readonly pace = new Pace({
    burst: EDGE_LIMITS.pageBurstBytes,
    perSecond: EDGE_LIMITS.pageBytesPerSecond,
    maxRestMs: EDGE_LIMITS.maxRestSeconds * 1000,
  });
  private readonly telling: Loop;
  private lastLoad = '';

  constructor(private readonly options: PageEndpointOptions) {
    this.io.bind(this.engine);
    this.io.of(PAGE_NAMESPACE).on('connection', (socket: PageSocket) => this.accept(socket));
    options.controls.onChange((control) => this.io.of(PAGE_NAMESPACE).emit('notice', noticeOf(control)));
    const { log } = options;
    this.telling = new Loop({ what: 'telling the load', everyMs: LOAD_MS, runOnce: () => this.tellLoad(), log });
  }

  open(router: UpgradeRouter): void {
    router.ownBelow(PATH, (request, socket, head) => {
      if (!isAllowedOrigin(request, this.options.allowedOrigins)) {
        socket.destroy();
        return;
      }
      // Otherwise engine.io would answer, in its own way.
      const query = new URL(request.url ?? '', 'ws://localhost').searchParams;
      const isUsual = query.getAll('EIO').join() === '4' && query.getAll('transport').join() === 'websocket';
      if (!isUsual || query.has('sid')) return refuse(socket, 400, 'Connect with EIO=4 and transport=websocket.');
      // engine.io's own types of a request know more than it reads.
      this.engine.handleUpgrade(request as Parameters<Engine['handleUpgrade']>[0], socket, head);
      const { address } = this.options.identity.whoIs(request);
      paceStream(socket, (bytes) => this.pace.take(address, bytes));
    });
  }

  start(): void {
    this.telling.start();
  }

  async stop(): Promise<void> {
    this.io.disconnectSockets(true);
    this.engine.close();
    await this.telling.stop();
  }

  private accept(socket: PageSocket): void {
    const who = this.options.identity.whoIs(socket.request);
    socket.on('check', (request, answer) => {
      if (typeof answer !== 'function') return;
      void this.check(who, request).then(answer);
    });
    socket.emit('notice', noticeOf(this.options.controls.current));
    void this.readLoad().then((load) => {
      socket.emit('load', load);
      // This one may have heard of a change that the others have not: whatever comes next is told to all.
      this.lastLoad = '';
    });
  }

  private async check(who: Who, request: unknown): Promise<CheckAnswer> {
    const parsed = checkRequest.safeParse(request);
    if (!parsed.success)
      return {
        kind: 'failed',
        sequence: 0,
        message: `A check needs a main file and files: ${parsed.error.issues[0]?.message ?? ''}`,
      };
    const { sequence, files, main } = parsed.data;
    const wrong = Object.keys(files)
      .map((name) => checkFileName(name, SUBMISSION_LIMITS))
      .find((failure) => failure !== undefined);
    if (wrong || !Object.hasOwn(files, main))
      return { kind: 'failed', sequence, message: wrong?.message ?? `${main} is not among the files.` };
    return this.options.checks.check(who, parsed.data);
  }

  /** Only when it has changed, and only while somebody looks. */
  private async tellLoad(): Promise<void> {
    const page = this.io.of(PAGE_NAMESPACE);
    if (page.sockets.size === 0) return;
    const load = await this.readLoad();
    const text = JSON.stringify(load);
    if (text === this.lastLoad) return;
    this.lastLoad = text;
    page.emit('load', load);
  }

  private async readLoad(): Promise<Load> {
    const { backends, tasks } = await this.options.readHealth();
    return { backends: backends.total, busy: backends.busy, tasks };
  }
}

function noticeOf({ announcement, maintenance }: Control): Notice {
  return { announcement: announcement?.text, maintenance: maintenance?.text };
}

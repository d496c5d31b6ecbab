import { WebSocketServer, type ServerOptions } from 'ws';
import { EDGE_LIMITS } from '@/core/limits';

/**
 * WebSockets of strangers: a message comes in one frame or a few. Thousands of them in one piece of the connection would
 * be gone through before anybody else is served. Compression would triple the memory of a connection.
 */
export class SocketServer extends WebSocketServer {
  constructor(options: ServerOptions, callback?: () => void) {
    const { maxFragments, maxBufferedChunks } = EDGE_LIMITS;
    super({ ...options, noServer: true, perMessageDeflate: false, maxFragments, maxBufferedChunks }, callback);
  }
}

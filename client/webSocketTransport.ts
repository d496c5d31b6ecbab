import type { Transport } from './transport';

/** The part of a WebSocket, the browser's or that of the `ws` package, that we use. */
interface WebSocketLike {
  binaryType: string;
  readonly protocol: string;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
}

type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike;

/** For Node: `webSocketTransport(WebSocket)` with the class of `ws`. */
export function webSocketTransport(Socket: WebSocketConstructor): Transport {
  return {
    open(url, protocols, events) {
      const socket = new Socket(url, [...protocols]);
      socket.binaryType = 'arraybuffer';
      socket.onopen = () => events.opened(socket.protocol);
      socket.onmessage = ({ data }: { data: unknown }) => {
        if (typeof data === 'string') events.text(data);
        else if (data instanceof ArrayBuffer) events.binary(new Uint8Array(data));
      };
      // `close` follows in any case and tells the rest; without a listener `ws` would throw.
      socket.onerror = () => {};
      socket.onclose = ({ code }: { code: number }) => events.closed(code);
      return {
        // The DOM's types refuse views of shared memory; nobody hands us one.
        send: (frame) => socket.send(typeof frame === 'string' ? frame : (frame as Uint8Array<ArrayBuffer>)),
        close: () => socket.close(),
      };
    },
  };
}

export function browserTransport(): Transport {
  return webSocketTransport(WebSocket);
}

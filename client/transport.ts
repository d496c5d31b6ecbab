/** What the client needs of a WebSocket. It is handed in, so that a browser, Node and a test each bring their own. */

export interface Transport {
  /** Opens at once; what happens is told to `events`, never before this call has returned. */
  open(url: string, protocols: readonly string[], events: ConnectionEvents): Connection;
}

export interface Connection {
  /** A text or a binary frame; only between `opened` and `closed`. */
  send(frame: string | Uint8Array): void;
  /** Any time, any number of times. */
  close(): void;
}

export interface ConnectionEvents {
  /** With the sub-protocol the server chose. */
  opened(protocol: string): void;
  text(frame: string): void;
  binary(frame: Uint8Array): void;
  /** Exactly once, also if it never opened, and the last event. 1006: no proper close. */
  closed(code: number): void;
}

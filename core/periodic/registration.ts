import { ByteReader } from './byteReader';
import { COMMAND, type Role } from './command';
import { MAGIC, type Dialect } from './dialect';
import { encodeFrame } from './message';

/** The first packet of a connection: who is there (docs/periodic.md, "Frames" and 9). */
export interface Registration {
  readonly dialect: Dialect;
  readonly role: Role;
  /** Only the crc dialect can carry them. */
  readonly credentials?: Credentials;
}

interface Credentials {
  readonly name: string;
  readonly token: string;
}

const CLIENT = 1;
const WORKER = 2;
const CLIENT_WITH_TOKEN = 3;
const WORKER_WITH_TOKEN = 4;

/** Undefined: not a registration. */
export function readRegistration(dialect: Dialect, payload: Uint8Array): Registration | undefined {
  const reader = new ByteReader(payload);
  const type = reader.u8();
  if (type === CLIENT || type === WORKER) {
    return payload.length === 1 ? { dialect, role: type === CLIENT ? 'client' : 'worker' } : undefined;
  }
  if (dialect === 'seed' || (type !== CLIENT_WITH_TOKEN && type !== WORKER_WITH_TOKEN)) return undefined;
  const name = readLongText(reader);
  const token = readLongText(reader);
  if (reader.isShort) return undefined;
  return { dialect, role: type === CLIENT_WITH_TOKEN ? 'client' : 'worker', credentials: { name, token } };
}

export function encodeRegistration(registration: Registration): Uint8Array {
  const { dialect, role, credentials } = registration;
  return encodeFrame(dialect, MAGIC.request, (writer) => {
    if (credentials === undefined) {
      writer.u8(role === 'client' ? CLIENT : WORKER);
      return;
    }
    writer.u8(role === 'client' ? CLIENT_WITH_TOKEN : WORKER_WITH_TOKEN);
    for (const text of [credentials.name, credentials.token]) writer.i64(text.length).text(text);
  });
}

/** Exactly four bytes of connection id; in the crc dialect behind the number of DATA. */
export function encodeRegistrationAnswer(dialect: Dialect, connectionId: number): Uint8Array {
  return encodeFrame(dialect, MAGIC.response, (writer) => {
    if (dialect === 'crc') writer.u8(COMMAND.DATA);
    writer.i32(connectionId);
  });
}

function readLongText(reader: ByteReader): string {
  const length = reader.i64();
  return reader.text(length < 0 ? Infinity : length);
}

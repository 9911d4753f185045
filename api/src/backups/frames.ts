/**
 * The content of a backup before compression. A frame is one letter, four bytes of length and as many bytes. H is the
 * header; then for each table T is its name and columns, D its rows as COPY gives them, E its summary; at last S is the
 * sequences and Z the end. All but D are JSON.
 */
type FrameType = 'H' | 'T' | 'D' | 'E' | 'S' | 'Z';

export interface Frame {
  type: FrameType;
  body: Buffer;
}

const HEAD_BYTES = 5;
const LONGEST_BYTES = 1 << 20;

export function* frame(type: FrameType, body: Buffer | object): Generator<Buffer> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const step = type === 'D' ? LONGEST_BYTES : Math.max(bytes.length, 1);
  for (let from = 0; from < bytes.length; from += step) {
    const part = bytes.subarray(from, from + step);
    const head = Buffer.alloc(HEAD_BYTES);
    head.write(type, 0, 'latin1');
    head.writeUInt32BE(part.length, 1);
    yield head;
    yield part;
  }
}

export class BrokenBackup extends Error {
  override name = 'BrokenBackup';
}

/**
 * Reads frames from bytes that come in pieces of any size. Throws BrokenBackup when they end in the middle of a frame.
 */
export async function* readFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Frame, void> {
  let pieces: Buffer[] = [];
  let size = 0;
  let wanted = HEAD_BYTES;
  let type: FrameType | undefined;
  for await (const piece of bytes) {
    pieces.push(piece);
    size += piece.length;
    if (size < wanted) continue;
    let whole = pieces.length === 1 ? piece : Buffer.concat(pieces);
    while (whole.length >= wanted) {
      const part = whole.subarray(0, wanted);
      whole = whole.subarray(wanted);
      if (type === undefined) {
        type = part.toString('latin1', 0, 1) as FrameType;
        wanted = part.readUInt32BE(1);
        if (!'HTDESZ'.includes(type)) throw new BrokenBackup('no frame');
      } else {
        yield { type, body: part };
        type = undefined;
        wanted = HEAD_BYTES;
      }
    }
    pieces = [whole];
    size = whole.length;
  }
  if (size > 0 || type !== undefined) throw new BrokenBackup('cut off');
}

export const jsonOf = <T>({ body }: Frame): T => JSON.parse(body.toString()) as T;

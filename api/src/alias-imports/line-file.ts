import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

const CHUNK = 64 * 1024;
/** Small enough for other requests to be answered between two batches. */
const BATCH = 500;

/** Writes values into a gzip, one JSON text a line. */
export function createLineWriter(path: string) {
  const packed = createGzip({ level: 1, chunkSize: CHUNK });
  const file = pipeline(packed, createWriteStream(path), () => undefined);
  // a full disk is reported by the stream at any time, not only while a line is being written
  let broken: unknown;
  const written = finished(file).catch((error) => {
    broken = error;
  });
  let text = '';

  async function flush(): Promise<void> {
    if (broken) throw broken;
    const lines = text;
    text = '';
    if (!packed.write(lines)) await Promise.race([once(packed, 'drain'), written]);
  }

  return {
    async write(value: unknown): Promise<void> {
      text += `${JSON.stringify(value)}\n`;
      if (text.length >= CHUNK) await flush();
    },
    async close(): Promise<void> {
      if (!broken) packed.end(text);
      await written;
      if (broken) throw broken;
    },
  };
}

/** Yields the values of such a file in batches. */
export async function* readLines<T>(path: string): AsyncGenerator<T[]> {
  let rest = '';
  const text = pipeline(createReadStream(path), createGunzip({ chunkSize: CHUNK }), () => undefined).setEncoding(
    'utf8',
  );
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (let from = 0; from < lines.length; from += BATCH)
      yield lines.slice(from, from + BATCH).map((line) => JSON.parse(line));
  }
}

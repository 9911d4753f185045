import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { AliasImportProblem } from '@ostatok/api/contract/alias-imports.endpoints.ts';

const CHUNK = 64 * 1024;
/** Small enough for other requests to be answered between two batches. */
const BATCH = 500;

/** Writes lines into a gzip. */
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
    async write(line: string): Promise<void> {
      text += line;
      if (text.length >= CHUNK) await flush();
    },
    async close(): Promise<void> {
      if (!broken) packed.end(text);
      await written;
      if (broken) throw broken;
    },
  };
}

/** The whole text of such a file, in chunks. */
export const readTexts = (path: string): AsyncIterable<Buffer> =>
  pipeline(createReadStream(path), createGunzip({ chunkSize: CHUNK }), () => undefined);

export const problemText = (problem: AliasImportProblem): string => `${JSON.stringify(problem)}\n`;

/** Yields the problems that such a file holds, in batches. */
export async function* readProblems(path: string): AsyncGenerator<AliasImportProblem[]> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of readTexts(path)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (let from = 0; from < lines.length; from += BATCH)
      yield lines.slice(from, from + BATCH).map((line) => JSON.parse(line));
  }
}

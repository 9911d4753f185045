import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  name: string;
  /** Is called when it is this file's turn. */
  bytes: () => AsyncIterable<Buffer>;
}

/**
 * Packs the files one after another while the result is read; nothing is held whole. An error of a file is thrown to the
 * reader, and a reader who leaves ends the file that is being read.
 */
export function zipOf(entries: ZipEntry[]): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  let reading: Readable | undefined;
  for (const { name, bytes } of entries) {
    zip.addReadStreamLazy(name, { mode: 0o100644 }, (use) => {
      // nobody reads any more: what the files are read from may be gone
      if (out.destroyed) return;
      reading = Readable.from(bytes(), { objectMode: false });
      // the library leaves the errors of a file to us
      reading.once('error', (error) => out.destroy(error));
      use(null, reading);
    });
  }
  zip.on('error', (error) => out.destroy(error));
  out.once('close', () => reading?.destroy());
  zip.outputStream.pipe(out);
  zip.end();
  return out;
}

/** One process of load, `spin` or `write`, until its parent is gone. */
import { fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SLICE_MS = 50;
const PIECE = Buffer.alloc(2 ** 20, 1);
const PIECES = 32;

process.once('disconnect', () => process.exit());

function spin(): void {
  const end = performance.now() + SLICE_MS;
  while (performance.now() < end);
  setImmediate(spin);
}

/** Writes and syncs the same few megabytes to the disk again and again. */
function write(): void {
  const folder = mkdtempSync(join(tmpdir(), 'ostatok-load-'));
  const file = openSync(join(folder, 'data'), 'w');
  // an unlinked file disappears with its process, however that ends
  rmSync(folder, { recursive: true });
  const writePiece = (at: number): void => {
    writeSync(file, PIECE, 0, PIECE.length, at * PIECE.length);
    fsyncSync(file);
    setImmediate(writePiece, (at + 1) % PIECES);
  };
  writePiece(0);
}

if (process.argv[2] === 'spin') spin();
else write();

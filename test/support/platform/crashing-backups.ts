/**
 * A platform in a process of its own, for tests that kill it. `KILL_AT` is `backup` (half of the file is written), or a
 * moment of a restore: `building`, `before-switch`, `shut`, `switched` (and still shut) or `after-switch`. `HALT` first
 * cancels (`cancel`) or pauses (`pause`) the restore.
 */
import { announceReady, die, runPlatform } from './run-platform.ts';

const platform = await runPlatform();
const { upkeep, venues } = platform;
const { KILL_AT, HALT } = process.env;
if (KILL_AT === 'backup') {
  const write = upkeep.backups.files.write.bind(upkeep.backups.files);
  upkeep.backups.files.write = (frames, about) => {
    async function* half(): AsyncGenerator<Buffer> {
      let bytes = 0;
      for await (const frame of frames) {
        bytes += frame.length;
        if (bytes > 5000) die();
        yield frame;
      }
    }
    return write(half(), about);
  };
}
if (KILL_AT === 'before-switch') {
  venues.runtime.whileStopped = async () => {
    die();
    return new Promise(() => undefined);
  };
}
if (KILL_AT === 'after-switch') {
  venues.runtime.wakeIfActive = async () => {
    die();
    return undefined;
  };
}
if (HALT === 'cancel' || HALT === 'pause') {
  const { frames } = upkeep.backups.files;
  upkeep.backups.files.frames = async function* (...given) {
    const { id, started_by } = await platform
      .db('operations')
      .where({ kind: 'restore' })
      .whereNull('finished_at')
      .first();
    await platform.administration.operations[HALT](started_by, id);
    yield* frames.call(upkeep.backups.files, ...given);
  };
}
/** The moment is recognised by the next SQL statement. */
let renamed = false;
platform.db.on('query', ({ sql }: { sql: string }) => {
  if (KILL_AT === 'building' && /^revoke all on database/.test(sql)) die();
  if (KILL_AT === 'shut' && /rename to/.test(sql)) die();
  if (KILL_AT === 'switched' && renamed && /allow_connections true/.test(sql)) die();
  renamed ||= /rename to/.test(sql);
});
announceReady(platform);

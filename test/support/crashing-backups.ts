/**
 * A platform in a process of its own, for tests that kill it: `KILL_AT` is `backup` (half of the file is written),
 * `before-switch` or `after-switch` (of a restore).
 */
import { die, runPlatform, tellReady } from './run-platform.ts';

const platform = await runPlatform();
const { upkeep, venues } = platform;
const { KILL_AT } = process.env;
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
tellReady(platform);

/**
 * A platform in a process of its own that kills itself in the middle of deleting the account `DELETE_USER`, or of
 * purging a venue: when the venue's process (`CRASH_AT=stop`) or its files (`forget`) are to go.
 */
import { die, runPlatform } from './run-platform.ts';

let ahead = 0;
const { people, venues } = await runPlatform({ now: () => new Date(Date.now() + ahead) });
venues.runtime[process.env.CRASH_AT === 'stop' ? 'stop' : 'forget'] = async () => die();
// only now: what is done at the start would purge and live
ahead = Number(process.env.AHEAD_MS ?? 0);
if (process.env.DELETE_USER) await people.deletion.delete(Number(process.env.DELETE_USER));
else await people.retention.purgeVenues();
throw new Error('it should have died');

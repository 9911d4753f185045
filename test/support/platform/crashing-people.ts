/**
 * A platform in a process of its own that kills itself in the middle of deleting the account `DELETE_USER` or of
 * purging the tenant `PURGE_VENUE`: when it is about to stop the tenant's process (`CRASH_AT=stop`) or to delete its
 * files (`forget`).
 */
import { die, runPlatform } from './run-platform.ts';

const { people, venues } = await runPlatform();
venues.runtime[process.env.CRASH_AT === 'stop' ? 'stopWithoutLock' : 'forget'] = async () => die();
if (process.env.DELETE_USER) await people.deletion.delete(Number(process.env.DELETE_USER));
else await people.retention.purgeDeletedVenue(process.env.PURGE_VENUE ?? '');
throw new Error('it should have died');

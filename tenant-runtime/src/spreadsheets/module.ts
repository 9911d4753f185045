import { oneAtATime } from '@ostatok/kit/node/workbooks/one-at-a-time.ts';
import type { Blindness } from '../blindness/blindness.ts';
import type { Counts } from '../counts/counts.service.ts';
import type { ItemNames } from '../items/item-names.ts';
import type { Live } from '../live/live.ts';
import type { Base } from '../module.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { Storage } from '../storage/storage.service.ts';
import { exportRoutes, importsRoutes, uploadRoutes } from './spreadsheets.routes.ts';
import { createSpreadsheets, MAX_WAITING } from './spreadsheets.service.ts';
import { workerPath } from './worker-path.ts';

interface SpreadsheetsDeps extends Base {
  security: SecurityLog;
  names: ItemNames;
  counts: Counts;
  blindness: Blindness;
  live: Live;
  storage: Storage;
}

/** Imports and exports of workbooks. */
export function createSpreadsheetsModule({ db, config, clock, log, security, ...deps }: SpreadsheetsDeps) {
  const readInTurn = oneAtATime(MAX_WAITING);
  const all = createSpreadsheets({
    readInTurn,
    db,
    databaseUrl: config.DATABASE_URL,
    security,
    counts: deps.counts,
    workerPath,
    timeZone: config.TIMEZONE,
    log,
    emitChanged: () => {
      deps.names.touch();
      deps.live.everythingChanged();
    },
    clock,
  });
  const spreadsheets = { ...all, preview: deps.storage.within(all.preview) };
  return {
    services: { spreadsheets, readInTurn },
    endpoints: [
      ...exportRoutes({ spreadsheets, counts: deps.counts, blindness: deps.blindness }),
      ...importsRoutes(spreadsheets),
      ...uploadRoutes(spreadsheets),
    ],
  };
}

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '@ostatok/kit/node/config.ts';
import { connect, LOCK_NOT_AVAILABLE, migrate, sqlState } from '@ostatok/kit/node/db.ts';
import { KEEP_ALIVE_MS } from '@ostatok/kit/node/http.ts';
import { createLifecycle } from '@ostatok/kit/node/lifecycle.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { tenantMigrations } from '../../migrations/tenant/list.ts';
import { TABLES_BUSY_EXIT } from '../contract/exit-codes.ts';
import { createApp } from './app.ts';
import { adoptBot } from './bot/generation.queries.ts';
import { builtFolder } from './built-folder.ts';
import { type Config, loadConfig } from './config.ts';

function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

const config = readConfig();
const log = createLog('tenant', config.LOG_LEVEL).child({ tenant: config.TENANT_ID });
const lifecycle = createLifecycle(log);
lifecycle.handleSignals();
const stopAndExit = (): void => void lifecycle.stop().then(() => process.exit(0));
// The platform has died without stopping us; an orphan would keep the port and the database.
process.on('disconnect', stopAndExit);

/** Another instance may serve guests on the same tables. */
const MIGRATION_WAIT_MS = 10_000;
const db = connect(config.DATABASE_URL, { min: 0, max: 5, idleTimeoutMillis: 10_000 });
lifecycle.onStop('database', () => db.destroy());
await migrate(db, tenantMigrations, MIGRATION_WAIT_MS).catch((error) => {
  if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
  log.warn({ err: error }, 'a table was in use for too long');
  process.exit(TABLES_BUSY_EXIT);
});
await adoptBot(db, config.BOT_GENERATION);

// The bundle lies beside the pages.
const dist = builtFolder ?? join(import.meta.dirname, '../dist');
const app = createApp({
  config,
  db,
  log,
  clock: () => new Date(),
  pages: { panel: join(dist, 'panel'), scanner: join(dist, 'scanner') },
  takeOver: beginOnce,
  requestStop: stopAndExit,
});
lifecycle.onStop('app', app.close);

/** Takes up what an earlier process has left; of two instances only one may. */
async function begin(): Promise<void> {
  await app.services.spreadsheets.purge();
  await app.services.support.endAll();
  app.services.proposals.send();
  app.services.notices.send();
  void app.services.chat.resume();
  app.services.schedule.begin();
}
let begun: Promise<void> | undefined;
/** A platform that was cut off while this instance took over asks for it again. */
function beginOnce(): Promise<void> {
  begun ??= begin().catch((error) => {
    begun = undefined;
    throw error;
  });
  return begun;
}
if (!config.STANDBY) await beginOnce();

/** How long kept connections have to be used once more before they are closed. */
const DRAIN_MS = 100;
const server = app.handler.listen(config.PORT, config.HOST);
server.keepAliveTimeout = KEEP_ALIVE_MS;
app.attach(server);
const hasConnections = (): Promise<boolean> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count > 0)));
lifecycle.onStop('server', async () => {
  app.drain();
  // Other platforms may still send over connections that they keep open: each is refused in words and closed by its
  // answer, whereas one closed under a request says nothing about the request.
  if (await hasConnections()) await sleep(DRAIN_MS);
  const closed = new Promise((resolve) => server.close(resolve));
  // A client that sends request after request over one connection would keep the process alive; between two requests it
  // is idle.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await app.services.live.close();
  await closed;
  clearInterval(sweep);
});
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
log.info({ port }, 'listening');
process.send?.({ type: 'listening', port });

import { readFileSync } from 'node:fs';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import { botCommands } from '@ostatok/tenant-runtime/contract/bot-commands.ts';
import { Gauge, type Registry } from 'prom-client';
import type { Routes } from '../access/mounted.routes.ts';
import type { Addresses } from '../platform/addresses.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import type { TenantCalls } from '../supervisor/tenant-calls.service.ts';
import { maxBotApiRoutes } from './bot-api.routes.ts';
import { createMaxBotApi } from './bot-api.service.ts';
import { deleteUnusedBefore, type MaxBotRow, type Rates } from './bots.queries.ts';
import { createDelivery } from './delivery.service.ts';
import { deleteEventsBefore } from './events.queries.ts';
import { createMaxClient } from './max-client.ts';
import { createMaxHttp } from './max-http.ts';
import { deleteMessagesBefore } from './messages.queries.ts';
import { miniAppRoutes, startDataRoutes } from './mini-app.routes.ts';
import { createMiniApp } from './mini-app.service.ts';
import { deletePeopleOfPurged } from './people.queries.ts';
import { MAX_TOKEN } from './purpose.ts';
import { createReceiving } from './receiving.service.ts';
import { createRouting, VENUE_COMMAND } from './routing.service.ts';
import { createSendQueues, maxRates } from './send-queues.ts';
import { createSharedBot } from './shared-bot.service.ts';
import type { BotApiUpdate } from './update-of-event.ts';
import { venueBotsRoutes } from './venue-bots.routes.ts';
import { createVenueBots, type VenueBotsDeps } from './venue-bots.service.ts';
import { maxWebhookRoutes } from './webhooks.routes.ts';

const DAY_MS = 24 * 3600_000;
/** How long it is known which message was whose, and what has come. */
const KEPT = { messages: 365 * DAY_MS, events: 7 * DAY_MS };
const LOOK_EVERY_MS = 60_000;

export interface MaxDeps extends Pick<VenueBotsDeps, 'attemptStore' | 'whileAsleep' | 'runtime' | 'activity' | 'mail'> {
  db: Knex;
  secrets: Secrets;
  /** The address of MAX's Bot API. */
  apiRoot: string;
  /** A file with the authority that certificates of MAX's hosts end in. */
  authorityFile?: string | undefined;
  sharedToken: string | undefined;
  /** The address below which MAX reaches this platform; undefined where it reaches none. */
  webhooksAt: string | undefined;
  addresses: Pick<Addresses, 'publicUrl' | 'baseDomain' | 'botUrlPrefixes'>;
  tenantCalls: Pick<TenantCalls, 'caller'>;
  /** Gives updates to a tenant, or answers for one that is suspended. */
  deliver: (tenantId: string, updates: BotApiUpdate[]) => Promise<void>;
  now: () => Date;
  /** MAX's limits; tests have shorter ones. */
  rates?: Rates;
  log: Logger;
}

/** The bridge to the messenger MAX: tenants' bots speak Telegram's Bot API to it. */
export function createMaxModule(deps: MaxDeps) {
  const { db, secrets, now, log } = deps;
  const ask = createMaxHttp(deps.authorityFile && readFileSync(deps.authorityFile, 'utf8'));
  const client = createMaxClient({ ask, root: deps.apiRoot });
  /** The token of the shared bot may have been taken from the configuration. */
  const isServed = ({ is_shared }: Pick<MaxBotRow, 'is_shared'>): boolean =>
    !is_shared || deps.sharedToken !== undefined;
  const openToken = (bot: Pick<MaxBotRow, 'token_sealed'>): string => secrets.open(bot.token_sealed, MAX_TOKEN);
  const sealToken = (token: string): string => secrets.seal(token, MAX_TOKEN);
  const queues = createSendQueues({ db, rates: deps.rates ?? maxRates });
  const miniApp = createMiniApp({ db, secrets, openToken, isServed, addresses: deps.addresses, clock: now });
  const botApi = createMaxBotApi({ db, client, queues, openToken, isServed, miniApp, clock: now, log });
  const delivery = createDelivery({
    db,
    route: createRouting({ db, botApi, clock: now }),
    deliver: deps.deliver,
    nameOf: async (tenantId) => (await findTenant(db, tenantId))?.display_name ?? '',
    log,
  });
  const receiving = createReceiving({
    db,
    client,
    openToken,
    isServed,
    webhooksAt: deps.webhooksAt,
    onReceived: delivery.deliver,
    log,
  });
  const sharedBot = createSharedBot({
    db,
    client,
    token: deps.sharedToken,
    openToken,
    sealToken,
    commands: [...botCommands, VENUE_COMMAND],
    log,
  });

  async function purge(): Promise<void> {
    const before = (ms: number): Date => new Date(now().getTime() - ms);
    await deleteEventsBefore(db, before(KEPT.events));
    await deleteMessagesBefore(db, before(KEPT.messages));
    await deletePeopleOfPurged(db);
    await deleteUnusedBefore(db, before(DAY_MS));
  }

  /** Looks after the bots, and hands out what another process has left. */
  async function lookOnce(): Promise<void> {
    try {
      await sharedBot.ensure();
      await receiving.refresh();
      await delivery.resume();
    } catch (error) {
      log.error({ err: error }, 'bots of MAX are not looked after');
    }
  }

  let looking = Promise.resolve();
  /** One look at a time; one that is asked for meanwhile follows. */
  function look(): Promise<void> {
    looking = looking.then(lookOnce);
    return looking;
  }

  function start(): () => Promise<void> {
    void look();
    const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
    return async () => {
      clearInterval(timer);
      await looking;
      await receiving.stop();
      queues.close();
      await delivery.close();
    };
  }

  const venueBots = createVenueBots({
    ...deps,
    client,
    openToken,
    isServed,
    sealToken,
    commands: [...botCommands],
    onChange: () => void look(),
  });
  const unparsedRoutes: Routes[] = [
    { path: '/max', access: 'anyone', router: maxWebhookRoutes(receiving) },
    { path: '/internal/max', access: 'process', router: maxBotApiRoutes(botApi, deps.tenantCalls) },
  ];
  return {
    services: { max: { botApi, venueBots, look, health: receiving.health } },
    routes: [
      venueBotsRoutes(venueBots),
      miniAppRoutes(miniApp),
      { path: '/internal/max-start-data', access: 'process', router: startDataRoutes(miniApp, deps.tenantCalls) },
    ] satisfies Routes[],
    unparsedRoutes,
    registerMetrics(registry: Registry): void {
      const count = (name: string, help: string, read: () => number): void =>
        void new Gauge({
          name,
          help,
          registers: [registry],
          collect() {
            this.set(read());
          },
        });
      count('ostatok_max_bots', 'Bots of MAX that this process looks after', () => receiving.health().polled);
      count('ostatok_max_bots_unreachable', 'Bots whose messages MAX does not give', () => receiving.health().unwell);
    },
    jobs: [{ name: 'max-purge', cron: '41 3 * * *', run: purge }],
    watches: [{ name: 'max', start }],
  };
}

import type { MiniAppVenue } from '@ostatok/api/contract/mini-app.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import { readStartData, type Started } from '@ostatok/kit/node/start-data.ts';
import { TO_SCAN } from '@ostatok/tenant-runtime/contract/mini-app-links.ts';
import { type Addresses, venueUrl } from '../platform/addresses.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import { findBotOfTenant, findSharedBot, type MaxBotRow, noteMiniApp } from './bots.queries.ts';
import type { MiniAppOfBot } from './keyboard.ts';
import { selectVenues } from './people.queries.ts';
import { MAX_PASS } from './purpose.ts';

const notSigned = (): InvalidInput =>
  new InvalidInput('MAX не подтвердил, что это вы', { data: 'Откройте склад из чата с ботом' }, 'bad_start_data');

const noVenue = (): InvalidInput =>
  new InvalidInput('Этот MAX не связан ни с одним заведением', { data: 'Напишите боту /start' }, 'unknown_chat');

/** How long a page's pass is good: as long as what MAX has signed. */
const PASS_MS = 10 * 60_000;

interface Deps {
  db: Knex;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  openToken: (bot: Pick<MaxBotRow, 'token_sealed'>) => string;
  /** Whether this installation has the bot's token still. */
  isServed: (bot: Pick<MaxBotRow, 'is_shared'>) => boolean;
  addresses: Pick<Addresses, 'publicUrl' | 'baseDomain'>;
  clock: () => Date;
}

/**
 * Pages that MAX opens from the chat: it signs with the bot's token, which tenants do not have, who has opened them.
 * Whether a bot has such a page is known from the first one that was opened: MAX does not say.
 *
 * What is signed for the shared bot would be good at all of its tenants, so none of them may see it: the platform's page
 * takes it, and gives a pass that is good at one.
 */
export function createMiniApp({ db, secrets, openToken, isServed, addresses, clock }: Deps) {
  async function startedBy(bot: MaxBotRow | undefined, data: string): Promise<Started | undefined> {
    if (!bot || !isServed(bot)) return undefined;
    const started = readStartData(data, openToken(bot), clock());
    if (started && !bot.mini_app_at) await noteMiniApp(db, bot.id, clock());
    return started;
  }

  const passOf = (tenantId: string, personId: number): string =>
    secrets.seal(JSON.stringify([tenantId, personId, clock().getTime()]), MAX_PASS);

  /** Returns whose pass it is; undefined for one of another tenant, an old one, and what is none. */
  function personOfPass(tenantId: string, pass: string): number | undefined {
    try {
      const [of, personId, at] = JSON.parse(secrets.open(pass, MAX_PASS)) as [string, number, number];
      return of === tenantId && clock().getTime() - at <= PASS_MS ? personId : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    /** Returns the number of who has opened a page of the tenant; undefined for what neither MAX nor we have signed. */
    async personOf(tenantId: string, data: string): Promise<number | undefined> {
      const bot = await findBotOfTenant(db, tenantId);
      if (!bot?.is_shared) return (await startedBy(bot, data))?.personId;
      return isServed(bot) ? personOfPass(tenantId, data) : undefined;
    },

    /**
     * Returns where the page of the shared bot leads: to the venue that the button has named, or to each of the person's.
     * Throws InvalidInput for what MAX has not freshly signed, and for somebody of no venue.
     */
    async venuesOf(data: string): Promise<MiniAppVenue[]> {
      const bot = await findSharedBot(db);
      const started = await startedBy(bot, data);
      if (!bot || !started) throw notSigned();
      const { personId, param = '' } = started;
      const all = await selectVenues(db, bot.id, personId);
      if (all.length === 0) throw noVenue();
      const named = all.filter(({ subdomain }) => param === subdomain || param === subdomain + TO_SCAN);
      return (named.length > 0 ? named : all).map(({ tenant_id, display_name, subdomain }) => {
        const url = new URL('/enter', venueUrl(addresses, subdomain));
        if (param === subdomain + TO_SCAN) url.searchParams.set('to', 'scan');
        url.hash = new URLSearchParams({ WebAppData: passOf(tenant_id, personId) }).toString();
        return { name: display_name, url: url.href };
      });
    },

    /** Returns what buttons for the tenant's pages need; undefined where its bot has no mini app that we know of. */
    async of(bot: MaxBotRow, tenantId: string): Promise<MiniAppOfBot | undefined> {
      const tenant = bot.mini_app_at ? await findTenant(db, tenantId) : undefined;
      return tenant && { username: bot.username, subdomain: tenant.subdomain };
    },
  };
}
export type MiniApp = ReturnType<typeof createMiniApp>;

import { Conflict } from '@ostatok/kit/node/errors.ts';
import { sendTemporaryFile } from '@ostatok/kit/node/send-temporary-file.ts';
import { internalEndpoints } from '../../contract/internal.endpoints.ts';
import type { TenantStats, VenueCounts } from '../../contract/internal.ts';
import type { Messenger } from '../../contract/messengers.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Draining } from '../platform/draining.ts';
import type { Updates } from '../platform/updates.service.ts';
import type { Spreadsheets } from '../spreadsheets/spreadsheets.service.ts';
import type { ChatLinks } from '../users/chat-links.service.ts';
import type { Users } from '../users/users.service.ts';

/** The longest time in ms between the consent to sleep and the end. */
const AGREED_MS = 10_000;

interface Deps {
  updates: Record<Messenger, Updates>;
  users: Users;
  chatLinks: Pick<ChatLinks, 'makeForAdmin'>;
  spreadsheets: Pick<Spreadsheets, 'export'>;
  stats: () => Promise<TenantStats>;
  countsNow: () => Promise<VenueCounts>;
  /** The number of the tenant's current bot among all it has had. */
  botGeneration: number;
  draining: Draining;
  /** Begins what an instance started beside another one leaves to it. */
  takeOver: () => Promise<void>;
  /** Stops the process gracefully. */
  requestStop: () => void;
}

export const internalRoutes = ({
  updates,
  users,
  chatLinks,
  spreadsheets,
  stats,
  countsNow,
  botGeneration,
  draining,
  takeOver,
  requestStop,
}: Deps) =>
  endpointsOf(internalEndpoints, {
    async 'POST /internal/updates'({ body }) {
      if (body.generation !== undefined && body.generation !== botGeneration)
        throw new Conflict('other_bot', 'У заведения уже другой бот');
      return { taken: await updates.telegram.take(body.updates) };
    },
    'POST /internal/max-updates': async ({ body }) => ({ taken: await updates.max.take(body.updates) }),
    async 'POST /internal/admin'({ body }) {
      await users.setAdmin(body);
      return {};
    },
    'POST /internal/admin/telegram-link': async ({ body }) => ({
      code: await chatLinks.makeForAdmin(body.username),
    }),
    async 'GET /internal/stats'({ query }) {
      const figures = await stats();
      // The platform requests the figures without counts to see whether this tenant answers.
      const more = query.with === 'counts' ? { counts: await countsNow() } : {};
      return { stats: { ...figures, ...more } };
    },
    async 'GET /internal/export.xlsx'({ res }) {
      const { path } = await spreadsheets.export('everything', null);
      await sendTemporaryFile(res.type('xlsx'), path);
    },
    'POST /internal/idle'({ body }) {
      const busy = draining.busyWith(body.for);
      if (busy) return { idle: false, busy };
      draining.begin();
      // whoever has asked ends it at once; if they cannot, it must not go on refusing
      setTimeout(requestStop, AGREED_MS).unref();
      return { idle: true };
    },
    async 'POST /internal/take-over'() {
      await takeOver();
      return {};
    },
    'POST /internal/stop'({ res }) {
      res.on('finish', requestStop);
      return {};
    },
  });

import { NotFound } from '@ostatok/kit/node/errors.ts';
import { newcomerEndpoints } from '../../contract/bot.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { originOf } from '../access/session.routes.ts';
import type { Newcomers } from './newcomers.service.ts';

/** Telegram's ids need more than 32 bits. */
function telegramId(value: unknown): number {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : 0;
  if (id < 1 || !Number.isSafeInteger(id)) throw new NotFound('Такого запроса нет');
  return id;
}

interface Deps {
  newcomers: Newcomers;
  /** Informs the newcomer in the chat; returns false if they cannot be reached. */
  welcome: (telegramId: number) => Promise<boolean>;
}

export const newcomersRoutes = ({ newcomers, welcome }: Deps) =>
  endpointsOf(newcomerEndpoints, {
    'GET /api/newcomers': async () => ({ newcomers: await newcomers.list() }),
    async 'POST /api/newcomers/:id/admit'({ caller, params, req }) {
      const id = telegramId(params.id);
      await newcomers.admit(id, { ...caller, ...originOf(req) });
      return { told: await welcome(id) };
    },
    async 'POST /api/newcomers/:id/refuse'({ caller, params, req }) {
      await newcomers.refuse(telegramId(params.id), { ...caller, ...originOf(req) });
      return {};
    },
  });

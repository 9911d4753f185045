import { NotFound } from '@ostatok/kit/node/errors.ts';
import { newcomerEndpoints } from '../../contract/bot.endpoints.ts';
import { type MessengerPerson, newcomerOf } from '../../contract/messengers.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { originOf } from '../access/session.routes.ts';
import type { Newcomers } from './newcomers.service.ts';

function personIn(params: { id: string }): MessengerPerson {
  const person = newcomerOf(params.id);
  if (!person) throw new NotFound('Такого запроса нет');
  return person;
}

interface Deps {
  newcomers: Newcomers;
  /** Informs the newcomer in the chat; returns false if they cannot be reached. */
  welcome: (newcomer: MessengerPerson) => Promise<boolean>;
}

export const newcomersRoutes = ({ newcomers, welcome }: Deps) =>
  endpointsOf(newcomerEndpoints, {
    'GET /api/newcomers': async () => ({ newcomers: await newcomers.list() }),
    async 'POST /api/newcomers/:id/admit'({ caller, params, req }) {
      const person = personIn(params);
      await newcomers.admit(person, { ...caller, ...originOf(req) });
      return { told: await welcome(person) };
    },
    async 'POST /api/newcomers/:id/refuse'({ caller, params, req }) {
      await newcomers.refuse(personIn(params), { ...caller, ...originOf(req) });
      return {};
    },
  });

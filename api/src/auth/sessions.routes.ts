import { sessionEndpoints } from '@ostatok/api/contract/account.endpoints.ts';
import { deviceName } from '@ostatok/kit/node/device-name.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Sessions } from './sessions.service.ts';

export const sessionsRoutes = (sessions: Pick<Sessions, 'open' | 'end' | 'endEverywhere'>) =>
  endpointsOf(sessionEndpoints, {
    async 'GET /api/auth/sessions'({ caller: { userId, sessionId } }) {
      const open = (await sessions.open(userId)).map((row) => ({
        id: row.family,
        device: deviceName(row.user_agent),
        ip: row.ip,
        started_at: row.started_at,
        last_used_at: row.created_at,
        current: row.family === sessionId,
      }));
      return { sessions: open.sort((a, b) => Number(b.current) - Number(a.current)) };
    },
    async 'DELETE /api/auth/sessions'({ caller }) {
      await sessions.endEverywhere(caller.userId);
      return {};
    },
    async 'DELETE /api/auth/sessions/:id'({ caller: { userId }, params: { id } }) {
      const known = (await sessions.open(userId)).some(({ family }) => family === id);
      if (!known) throw new NotFound('Этот сеанс уже завершён', 'session_not_found');
      await sessions.end(userId, id);
      return {};
    },
  });

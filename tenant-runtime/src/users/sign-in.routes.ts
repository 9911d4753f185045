import type { KnownDevices } from '@ostatok/kit/node/known-devices.ts';
import { signInEndpoints } from '../../contract/users.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { bearerOf, originOf } from '../access/session.routes.ts';
import { plainUsername, type Sessions } from '../sessions/sessions.service.ts';
import type { SignIn } from './sign-in.service.ts';
import type { Support } from './support.service.ts';

interface Deps {
  sessions: Sessions;
  signIn: SignIn;
  support: Pick<Support, 'leave'>;
  devices: KnownDevices;
}

export const signInRoutes = ({ sessions, signIn, support, devices }: Deps) =>
  endpointsOf(signInEndpoints, {
    async 'POST /api/auth/login'({ body, req, res }) {
      const account = plainUsername(body.username);
      const deviceId = devices.idOf(req, account);
      const answer = await signIn.login(body, { deviceId, ...originOf(req) });
      devices.remember(req, res, account);
      return answer;
    },
    'POST /api/auth/refresh': ({ body, req }) => sessions.refresh(body.refreshToken, originOf(req)),
    async 'POST /api/auth/logout'({ body: { refreshToken }, req }) {
      const token = bearerOf(req);
      const caller = token ? await sessions.caller(token).catch(() => undefined) : undefined;
      if (caller?.support) await support.leave({ ...caller, ...originOf(req) });
      await signIn.logout({ token, refreshToken }, originOf(req));
      return {};
    },
    async 'POST /api/auth/password'({ body, caller, req, res }) {
      const answer = await signIn.changePassword(caller, body, { token: bearerOf(req) ?? '', ...originOf(req) });
      devices.remember(req, res, caller.username);
      return answer;
    },
    'GET /api/auth/me': ({ caller }) => ({ user: caller }),
  });

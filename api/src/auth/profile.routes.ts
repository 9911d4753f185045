import { accountEndpoints } from '@ostatok/api/contract/account.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { type Accounts, toUser } from '../account/account.service.ts';
import type { PasswordChanges } from './password-changes.service.ts';

export const profileRoutes = (accounts: Accounts, { changePassword }: Pick<PasswordChanges, 'changePassword'>) =>
  endpointsOf(accountEndpoints, {
    'GET /api/auth/me': async ({ caller }) => ({ user: toUser(await accounts.get(caller.userId)) }),
    'PUT /api/auth/me': async ({ caller, body }) => ({
      user: toUser(await accounts.updateProfile(caller.userId, body)),
    }),
    async 'POST /api/auth/change-password'({ caller, body }) {
      await changePassword(caller, body);
      return {};
    },
  });

import { proofEndpoints } from '@ostatok/api/contract/account.endpoints.ts';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Accounts } from '../account/account.service.ts';
import type { Enrolment } from './enrolment.service.ts';
import type { Factors } from './factors.service.ts';

/** Stands in for a malformed id: no passkey has it. */
const NO_PASSKEY = '00000000-0000-0000-0000-000000000000';

/** The passkeys, codes and passwords with which the caller signs in. */
export const proofsRoutes = (accounts: Accounts, factors: Factors, enrolment: Enrolment) =>
  endpointsOf(proofEndpoints, {
    'GET /api/auth/security': async ({ caller }) => ({
      security: await factors.stateOf(await accounts.get(caller.userId)),
    }),
    'POST /api/auth/totp': ({ caller, body }) => enrolment.offerTotp(caller, body),
    'POST /api/auth/totp/confirm': ({ caller, body }) => enrolment.confirmTotp(caller, body.code),
    async 'DELETE /api/auth/totp'({ caller, body }) {
      await enrolment.removeTotp(caller, body);
      return {};
    },
    'POST /api/auth/passkeys/options': ({ caller, body }) => enrolment.offerPasskey(caller, body),
    'POST /api/auth/passkeys': ({ caller, body }) => enrolment.addPasskey(caller, body),
    async 'DELETE /api/auth/passkeys/:id'({ caller, params: { id }, body }) {
      await enrolment.removePasskey(caller, isUuid(id) ? id : NO_PASSKEY, body);
      return {};
    },
    'POST /api/auth/recovery-codes': async ({ caller, body }) => ({
      recoveryCodes: await enrolment.renewRecoveryCodes(caller, body),
    }),
  });

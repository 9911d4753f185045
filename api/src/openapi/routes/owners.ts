import {
  forgotPasswordSchema,
  loginSchema,
  logoutSchema,
  refreshSchema,
  registerSchema,
  resendVerificationSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from '@ostatok/api/contract/auth.ts';
import { unsubscribeSchema } from '@ostatok/api/contract/campaigns.ts';
import { deletionSchema } from '@ostatok/api/contract/my-data.ts';
import {
  checkSubdomainSchema,
  createTenantSchema,
  keepTenantsSchema,
  replaceBotSchema,
  suggestSubdomainSchema,
} from '@ostatok/api/contract/provision.ts';
import { passkeySignInSchema, providerReturnSchema, secondFactorSchema } from '@ostatok/api/contract/sign-in.ts';
import type { DescribedRoutes } from '../described.ts';

const message = { message: 'text' } as const;
const signedIn = { user: 'object', token: 'text', refreshToken: 'text' } as const;
const page = 'text/html';

/** Routes of sign-in, the caller's own account and public data. */
const accounts: DescribedRoutes = {
  'POST /api/auth/register': { summary: 'Make an account', body: registerSchema, answer: signedIn, status: 201 },
  'POST /api/auth/login': { summary: 'Sign in', body: loginSchema, answer: signedIn },
  'POST /api/auth/second-factor': {
    summary: 'The second step of a sign-in: a code, a recovery code or a passkey',
    body: secondFactorSchema,
    answer: signedIn,
  },
  'POST /api/auth/passkey-sign-in/options': {
    summary: 'What a sign-in by a passkey begins with',
    answer: { challenge: 'text', options: 'object' },
  },
  'POST /api/auth/passkey-sign-in': {
    summary: 'Sign in by a passkey alone',
    body: passkeySignInSchema,
    answer: signedIn,
  },
  'POST /api/auth/provider-return': {
    summary: 'The last step of a sign-in through a provider',
    body: providerReturnSchema,
    answer: signedIn,
  },
  'POST /api/auth/refresh': { summary: 'The next pair of tokens', body: refreshSchema, answer: signedIn },
  'POST /api/auth/logout': { summary: 'Sign out', body: logoutSchema },
  'POST /api/auth/forgot-password': { summary: 'Ask for a link', body: forgotPasswordSchema, answer: message },
  'POST /api/auth/reset-password': {
    summary: 'Set a password by a link, which proves the address too; every session ends',
    body: resetPasswordSchema,
  },
  'POST /api/auth/verify-email': {
    summary: "Prove an address: by the letter's link in a session of the account, elsewhere with its password as well",
    body: verifyEmailSchema,
    answer: signedIn,
  },
  'POST /api/auth/resend-verification': {
    summary: 'Ask for that letter again',
    body: resendVerificationSchema,
    answer: message,
  },
  'GET /api/auth/export-data': { summary: 'All that is kept about the caller' },
  'GET /api/auth/export-data/tenants/:id.xlsx': {
    summary: 'What a venue of the caller holds, as a workbook',
    content: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'DELETE /api/auth/delete-account': { summary: 'Delete the account', body: deletionSchema },
  'POST /api/auth/withdraw-consent': { summary: 'Withdraw the consent', answer: message },
  'GET /api/auth/yandex': { summary: 'Sign in through Yandex', status: 302, content: page },
  'GET /api/auth/yandex/callback': { summary: 'Back from Yandex', status: 302, content: page },
  'GET /api/auth/github': { summary: 'Sign in through GitHub', status: 302, content: page },
  'GET /api/auth/github/callback': { summary: 'Back from GitHub', status: 302, content: page },
  'GET /api/public/unsubscribe': { summary: 'The page of an unsubscribe link', content: page },
  'POST /api/public/unsubscribe': { summary: 'No more marketing letters', body: unsubscribeSchema, content: page },
  'GET /api/openapi.json': { summary: 'This description' },
  'GET /api/docs': { summary: 'This description, to read', content: page },
};

const opening = { status: 'text', running: 'yes', provision: 'object' } as const;
const venues: DescribedRoutes = {
  'GET /api/provision/my-tenants': { summary: "The caller's venues", answer: { tenants: 'list' } },
  'GET /api/provision/can-create': { summary: 'Whether the plan allows one more', answer: { canCreate: 'yes' } },
  'POST /api/provision/check-subdomain': {
    summary: 'Whether the caller may have an address: one of a deleted venue waits a week for its owner',
    body: checkSubdomainSchema,
    answer: { valid: 'yes', errors: 'any', suggestions: 'any' },
  },
  'POST /api/provision/suggest-subdomain': {
    summary: 'Addresses for a name',
    body: suggestSubdomainSchema,
    answer: { subdomain: 'text', suggestions: 'any' },
  },
  'POST /api/provision/generate-subdomain': { summary: 'Some free address', answer: { subdomain: 'text' } },
  'POST /api/provision/create': {
    summary: 'Open a venue',
    body: createTenantSchema,
    answer: { tenant: 'object', adminCredentials: 'object', telegramLink: 'any' },
    status: 201,
  },
  'GET /api/provision/tenant/:id/status': { summary: 'How far its opening has come', answer: opening },
  'GET /api/provision/tenant/:id/stats': { summary: 'What it tells of itself', answer: { stats: 'object' } },
  'POST /api/provision/tenant/:id/restart': { summary: 'Restart it' },
  'POST /api/provision/tenant/:id/reset-password': {
    summary: "Its administrator's new password",
    answer: { credentials: 'object' },
  },
  'POST /api/provision/tenant/:id/telegram-link': {
    summary: "A link that makes a chat its administrator's, once, within a day",
    answer: { telegramLink: 'text' },
  },
  'PUT /api/provision/tenant/:id/bot-token': {
    summary: 'Give it a new token, of its bot or of another; Telegram is asked first',
    body: replaceBotSchema,
    answer: { bot: 'object' },
  },
  'DELETE /api/provision/tenant/:id': { summary: 'Delete it; its address waits a week for its owner' },
  'GET /api/provision/deleted-tenants': {
    summary: 'Deleted venues that the caller may still bring back',
    answer: { tenants: 'list' },
  },
  'POST /api/provision/tenant/:id/restore': { summary: 'Bring a deleted one back', answer: { status: 'text' } },
  'PUT /api/provision/kept-tenants': {
    summary: 'Which venues run where the plan allows fewer than there are',
    body: keepTenantsSchema,
  },
};

const billing: DescribedRoutes = {
  'POST /api/billing/webhook/yookassa': { summary: 'What YooKassa tells' },
};

/** Routes for owners and visitors. */
export const ownerRoutes: DescribedRoutes = { ...accounts, ...venues, ...billing };

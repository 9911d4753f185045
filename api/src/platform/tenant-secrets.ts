import { timingSafeEqual } from 'node:crypto';
import { hashToken, newToken, type Secrets } from '@ostatok/kit/node/secrets.ts';
import type { ProvisionInput, TenantRow } from './tables.ts';

export const BOT_TOKEN = 'tenant.bot-token';
export const DATABASE = 'tenant.database-password';
export const INTERNAL = 'tenant.internal-secret';
export const INPUT = 'provision.input';

/** Seals a tenant's secrets at rest, each kind with a key of its own. */
export function createTenantSecrets(secrets: Secrets) {
  return {
    /** Makes the secrets of a new tenant. */
    create: (botToken: string) => ({
      bot_token_sealed: secrets.seal(botToken, BOT_TOKEN),
      database_password_sealed: secrets.seal(newToken(), DATABASE),
      internal_secret_sealed: secrets.seal(newToken(), INTERNAL),
    }),
    sealBotToken: (botToken: string): string => secrets.seal(botToken, BOT_TOKEN),
    botTokenOf: (row: Pick<TenantRow, 'bot_token_sealed'>): string => secrets.open(row.bot_token_sealed, BOT_TOKEN),
    databasePasswordOf: (row: Pick<TenantRow, 'database_password_sealed'>): string =>
      secrets.open(row.database_password_sealed, DATABASE),
    internalOf: (row: Pick<TenantRow, 'internal_secret_sealed'>): string =>
      secrets.open(row.internal_secret_sealed, INTERNAL),
    isInternal(row: Pick<TenantRow, 'internal_secret_sealed'>, given: string): boolean {
      const [a, b] = [secrets.open(row.internal_secret_sealed, INTERNAL), given].map((text) =>
        Buffer.from(hashToken(text)),
      );
      return a !== undefined && b !== undefined && timingSafeEqual(a, b);
    },
    sealInput: (input: ProvisionInput): string => secrets.seal(JSON.stringify(input), INPUT),
    openInput: (sealed: string): ProvisionInput => JSON.parse(secrets.open(sealed, INPUT)),
  };
}
export type TenantSecrets = ReturnType<typeof createTenantSecrets>;

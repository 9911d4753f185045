import type { Knex } from '@ostatok/kit/node/db.ts';
import type { PlatformEnv } from '../../config.ts';
import { hasSandbox } from '../../platform/exposure.ts';
import { createMockBank, type MockBank } from './mock.ts';
import type { PaymentProvider } from './provider.ts';
import { createYookassa } from './yookassa.ts';

interface ConfiguredParts {
  config: PlatformEnv;
  db: Knex;
  publicUrl: string;
  now?: () => Date;
}

/** The configured provider, and the built-in bank if it is the provider. Without either nothing can be paid for. */
export interface ConfiguredProvider {
  provider?: PaymentProvider;
  bank?: MockBank;
}

export function configuredProvider({ config, db, publicUrl, now }: ConfiguredParts): ConfiguredProvider {
  if (config.PAYMENTS === 'yookassa') {
    const { YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey, YOOKASSA_API_URL: apiUrl } = config;
    if (!shopId || !secretKey) throw new Error('the configuration lets no yookassa through without its keys');
    return { provider: createYookassa({ shopId, secretKey, apiUrl }) };
  }
  if (!hasSandbox(config)) return {};
  const bank = createMockBank({ db, publicUrl, now });
  return { provider: bank.provider, bank };
}

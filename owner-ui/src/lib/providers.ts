import type { PublicConfig } from '@ostatok/api/contract/public.endpoints.ts';

const providerNames: Record<PublicConfig['providers'][number], string> = { yandex: 'Яндекс', github: 'GitHub' };

export const nameOfProvider = (provider: string): string =>
  Object.hasOwn(providerNames, provider) ? providerNames[provider as keyof typeof providerNames] : 'внешний сервис';

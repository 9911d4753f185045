import { type ProviderName, providerNames } from '@ostatok/api/contract/auth.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import { createReach } from '../../platform/reach.ts';
import type { Attempts } from '../attempts.ts';
import { createGithub } from './github.ts';
import { type Provider, type ProviderSettings, titleOf } from './provider.ts';
import { askJson, ProviderAway } from './provider-http.ts';
import { createProviderStrategy } from './provider-strategy.ts';
import { createStateStore } from './state-store.routes.ts';
import { createYandex } from './yandex.ts';

const makers: Record<ProviderName, (baseUrl?: string) => Provider> = { yandex: createYandex, github: createGithub };

/** The providers that this installation has keys for, each as a passport strategy. */
export function createProviders({
  settings,
  secrets,
  attempts,
  publicUrl,
  log,
  now = () => new Date(),
}: {
  settings: ProviderSettings;
  secrets: Secrets;
  attempts: Attempts;
  publicUrl: string;
  log: Logger;
  now?: () => Date;
}) {
  const secure = publicUrl.startsWith('https:');
  const states = createStateStore({ secrets, attempts, secure, now });
  const names = providerNames.filter((name) => settings[name]);
  const reaches = names.map((name) => ({ name, ...createReach((error) => error instanceof ProviderAway, now) }));
  const strategies = reaches.flatMap(({ name, follow }) => {
    const keys = settings[name];
    const callbackUrl = new URL(`/api/auth/${name}/callback`, publicUrl).href;
    const provider = makers[name](keys?.baseUrl?.replace(/\/$/, ''));
    return keys
      ? [createProviderStrategy(provider, keys, { callbackUrl, states, ask: (...call) => follow(askJson(...call)) })]
      : [];
  });
  /** The providers that give no answer, and since when. */
  const away = (): { title: string; since: Date }[] =>
    reaches.flatMap(({ name, awaySince }) => {
      const since = awaySince();
      return since ? [{ title: titleOf[name], since }] : [];
    });
  return { names, strategies, states, secure, publicUrl, log, away };
}
export type Providers = ReturnType<typeof createProviders>;

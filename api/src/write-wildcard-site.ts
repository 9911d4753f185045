/**
 * Writes the files of an nginx that knows no single tenant: `node api/src/write-wildcard-site.ts`, in the environment of
 * the platform. See stack.yaml.
 */

import { loadConfig } from '@ostatok/kit/node/config.ts';
import { runCommand } from './bootstrap/machine-command.ts';
import { platformEnvSchema } from './config.ts';
import { configuredPlaces } from './ingress/sites/configured-places.ts';
import { writeWildcardSite } from './ingress/sites/wildcard-site.ts';
import { addressesOf } from './settings.ts';

await runCommand(async () => {
  const config = loadConfig(platformEnvSchema, process.env);
  const addresses = addressesOf(config, '', config.PORT);
  const places = configuredPlaces({ config, home: config.OSTATOK_HOME, addresses });
  const { TENANT_PLATFORM_URL } = config;
  await writeWildcardSite(places, TENANT_PLATFORM_URL && new URL(TENANT_PLATFORM_URL).hostname);
});

import { readFileSync } from 'node:fs';
import { loadConfig as load } from '@ostatok/kit/node/config.ts';
import { type TenantEnv, tenantEnvSchema } from '../contract/internal.ts';

export type Config = TenantEnv;

/** Standard input is read by its descriptor: Node's permission model knows no such file. */
const readSecrets = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(file === '/dev/stdin' ? 0 : file, 'utf8'));

/**
 * Secrets come from SECRETS_FILE, a JSON object of variables, where one is named: an environment can be read by whoever
 * runs as the same user. Reports all mistakes together, as one ConfigError.
 */
export const loadConfig = (env: NodeJS.ProcessEnv): Config =>
  load(tenantEnvSchema, env.SECRETS_FILE ? { ...env, ...readSecrets(env.SECRETS_FILE) } : env);

import { loadConfig as load } from '@ostatok/kit/node/config.ts';
import { type TenantEnv, tenantEnvSchema } from '../contract/internal.ts';

export type Config = TenantEnv;

/** Reports all mistakes in the environment together, as one ConfigError. */
export const loadConfig = (env: NodeJS.ProcessEnv): Config => load(tenantEnvSchema, env);

import type { CreateAttemptStore } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Routes } from '../access/mounted.routes.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Archives } from '../archives/archives.service.ts';
import type { Billing } from '../billing/billing.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { Addresses } from '../platform/addresses.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';
import type { SubscriptionEnforcement } from '../supervisor/subscription-enforcement.service.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import { createWhileAsleep } from '../supervisor/while-asleep.ts';
import type { ApiRoots } from '../telegram/api-roots.ts';
import type { VenueDatabases } from '../tenant-removal/tenant-databases.service.ts';
import { createBotApi } from './bot-api.ts';
import { createBotReplacement } from './bot-replacement.service.ts';
import { createOrdering, type OrderingOptions } from './ordering.service.ts';
import { createSteps } from './provision-steps.ts';
import { type ProvisioningParts, provisioningRoutes } from './provisioning.routes.ts';
import { createProvisioning, type OnStep } from './provisioning.service.ts';
import { createReachability } from './reachability.ts';

export interface ProvisioningDeps {
  db: Knex;
  /** The pool for locks that are held while tenants are made and stopped. */
  lockPool: Knex;
  secrets: TenantSecrets;
  attemptStore: CreateAttemptStore;
  addresses: Addresses;
  runtime: TenantRuntime;
  enforcement: Pick<SubscriptionEnforcement, 'follow'>;
  databases: Pick<VenueDatabases, 'create' | 'drop' | 'reachableBy' | 'urlOf'>;
  archives: Pick<Archives, 'load' | 'require' | 'remove'>;
  isReserved: OrderingOptions['isReserved'];
  enqueue: OrderingOptions['enqueue'];
  maxBots: OrderingOptions['maxBots'];
  longestAnswerMs?: number | undefined;
  expectOwn: ProvisioningParts['expectOwn'];
  ownerOf: ProvisioningParts['ownerOf'];
  billing: Pick<Billing, 'limitsOf'>;
  mail: Pick<Mail, 'enqueue'>;
  activity: Activity;
  botCommands: { command: string; description: string }[];
  telegramApiRoots: ApiRoots;
  /** Resolves when what stands before the platform knows every tenant; throws while it does not. */
  publishSites: () => Promise<void>;
  onStep?: OnStep | undefined;
  /** Is called when a tenant is ready or has got another bot. */
  onChange: (tenantId: string) => void;
  log: Logger;
  now?: (() => Date) | undefined;
}

/** Orders of tenants, the steps that make them, and their bots. */
export function createProvisioningModule(deps: ProvisioningDeps) {
  const { addresses, enforcement, onChange, telegramApiRoots } = deps;
  const botApi = createBotApi(telegramApiRoots);
  const whileAsleep = createWhileAsleep(deps);
  const services = {
    ordering: createOrdering(deps),
    provisioning: createProvisioning({
      ...deps,
      steps: createSteps({ ...deps, botApi, reachable: createReachability(addresses) }),
      forgetArchive: deps.archives.remove,
      onReady: ({ id, owner_id }) => {
        onChange(id);
        // the subscription may have ended while the tenant was made
        void enforcement.follow(owner_id);
      },
    }),
    replaceBot: createBotReplacement({ ...deps, botApi, whileAsleep }),
    whileAsleep,
  };
  const routes: Routes[] = [provisioningRoutes({ ...deps, ...services })];
  return { services, routes };
}

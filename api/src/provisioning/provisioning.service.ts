import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createConcurrencyLimit } from '../../../kit/node/concurrency-limit.ts';
import { archiveStep, type ProvisionStepName, provisionSteps } from '../../contract/provision.ts';
import type { Activity } from '../activity/activity.service.ts';
import { venueAct } from '../activity/tenant-activity.ts';
import { takeLock } from '../platform/locks.queries.ts';
import type { ArchiveRef, ProvisionRow, StoredStep, TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';
import type { Step } from './provision-steps.ts';
import {
  findProvision,
  findProvisionOf,
  finishProvision,
  saveSteps,
  setStatus,
  unfinishedProvisions,
} from './provisions.queries.ts';

/** The most tenants made at once: each holds a connection until it is done. */
const AT_ONCE = 4;

/** `started`: recorded as running; `done`: done, not yet recorded; `recorded`. Undoing has the same moments. */
type Moment = 'started' | 'done' | 'recorded' | 'undoing' | 'undone';
export type OnStep = (moment: Moment, step: ProvisionStepName) => void | Promise<void>;

interface Job {
  provision: ProvisionRow;
  tenant: TenantRow;
  steps: StoredStep[];
}

const isOfBot = (name: ProvisionStepName): boolean => name === 'token' || name === 'bot';

/** A venue that is made from an archive has one step more, one with its own chat alone none of a bot. */
export const freshSteps = ({ fromArchive, hasBot }: { fromArchive: boolean; hasBot: boolean }): StoredStep[] =>
  provisionSteps
    .filter(({ name }) => hasBot || !isOfBot(name))
    .flatMap(({ name }) => (fromArchive && name === 'database' ? [name, archiveStep.name] : [name]))
    .map((name) => ({ name, status: 'waiting' }));

/** The activity entry of a finished provisioning: the order's entry does not tell how it ended. */
function outcomeOf({ tenant, provision }: Job, status: 'done' | 'failed'): Parameters<Activity['record']>[1] {
  if (status === 'done') return venueAct(tenant, null, 'tenant.opened', 'Открыто');
  const failed = venueAct(tenant, null, 'tenant.failed', 'Не создано');
  return { ...failed, description: `${failed.description}: ${provision.error}` };
}

interface ProvisioningOptions {
  db: Knex;
  /** The pool for the lock that is held while a tenant is made. */
  lockPool: Knex;
  steps: Record<ProvisionStepName, Step>;
  secrets: TenantSecrets;
  activity: Pick<Activity, 'record'>;
  /** Removes an uploaded archive from which a tenant was made. */
  forgetArchive: (archive: ArchiveRef) => Promise<void>;
  log: Logger;
  onStep?: OnStep | undefined;
  /** Is called when the tenant is ready and its bot may be polled. */
  onReady: (tenant: TenantRow) => void;
  now?: () => Date;
}

interface ProvisioningDeps extends ProvisioningOptions {
  now: () => Date;
}

const reached = async ({ onStep }: ProvisioningDeps, moment: Moment, step: ProvisionStepName): Promise<void> =>
  onStep?.(moment, step);

const save = ({ db }: ProvisioningDeps, job: Job): Promise<void> =>
  saveSteps(db, job.provision.id, job.steps, job.provision.error);

/** Undoes the steps, the failed one included, since it may be half done. */
async function backward(deps: ProvisioningDeps, job: Job): Promise<void> {
  for (const step of job.steps.toReversed()) {
    if (step.status === 'waiting' || step.status === 'undone') continue;
    await reached(deps, 'undoing', step.name);
    await deps.steps[step.name].undo(job.tenant);
    if (step.status !== 'failed') step.status = 'undone';
    await save(deps, job);
    await reached(deps, 'undone', step.name);
  }
}

async function finish(
  { db, now, activity, onReady }: ProvisioningDeps,
  job: Job,
  status: 'done' | 'failed',
): Promise<void> {
  await db.transaction(async (trx) => {
    await setStatus(trx, job.tenant.id, ['creating'], status === 'done' ? 'active' : 'deleted', now());
    await finishProvision(trx, job.provision.id, status);
    await activity.record(trx, outcomeOf(job, status));
  });
  if (status === 'done') onReady(job.tenant);
}

/**
 * Makes a tenant step by step and records the state before and after each step, so that another process can go on after
 * a crash. A failed step is undone together with all before it. One process at a time works on a tenant.
 */
export function createProvisioning({ now = () => new Date(), ...clients }: ProvisioningOptions) {
  const deps: ProvisioningDeps = { ...clients, now };
  const { db, lockPool, steps, secrets, log } = deps;
  const turn = createConcurrencyLimit(AT_ONCE);
  let stopping = false;

  /** Returns undefined on success, else the message for the person. */
  async function forward(job: Job): Promise<string | undefined> {
    const input = secrets.openInput(job.provision.input_sealed ?? '');
    for (const step of job.steps.filter(({ status }) => status !== 'done')) {
      const since = performance.now();
      step.status = 'running';
      await save(deps, job);
      await reached(deps, 'started', step.name);
      try {
        await steps[step.name].do(job.tenant, input);
      } catch (error) {
        // this process is ending: the next one resumes the step
        if (stopping) throw error;
        step.status = 'failed';
        step.error = error instanceof AppError ? error.message : steps[step.name].failure;
        step.code = error instanceof AppError ? error.code : 'provision_failed';
        log.warn({ err: error, tenant: job.tenant.id, step: step.name }, 'provisioning step failed');
        return step.error;
      }
      await reached(deps, 'done', step.name);
      step.status = 'done';
      step.ms = Math.round(performance.now() - since);
      await save(deps, job);
      await reached(deps, 'recorded', step.name);
    }
    return undefined;
  }

  /** Forgets what the tenant was made of; what remains of it goes after a day. */
  async function tidy({ input_sealed, id }: ProvisionRow): Promise<void> {
    const { archive } = secrets.openInput(input_sealed ?? '');
    if (archive)
      await deps
        .forgetArchive(archive)
        .catch((error) => log.warn({ err: error, provision: id }, 'archive not removed'));
  }

  async function carryOut(id: string): Promise<void> {
    const provision = await findProvision(db, id);
    const tenant = provision && (await findTenant(db, provision.tenant_id));
    if (!provision || !tenant || provision.status !== 'running') return;
    const job: Job = { provision, tenant, steps: provision.steps };
    if (!provision.error) {
      const error = await forward(job);
      if (!error) {
        await finish(deps, job, 'done');
        return tidy(provision);
      }
      provision.error = error;
      await save(deps, job);
    }
    await backward(deps, job);
    await finish(deps, job, 'failed');
  }

  /** Does the rest, forward or back. Waits while another process works on it; then nothing is left to do. */
  async function run(id: string): Promise<void> {
    const provision = await findProvision(db, id);
    if (!provision) return;
    await turn(() =>
      lockPool.transaction(async (lock) => {
        await takeLock(lock, 'provision', provision.tenant_id);
        await carryOut(id);
      }),
    );
  }

  return {
    /** Returns the tenant's latest order. */
    of: (tenantId: string): Promise<ProvisionRow | undefined> => findProvisionOf(db, tenantId),
    run,
    /** Call it when the process ends: later errors are no failures of the tenant. */
    stop: (): void => {
      stopping = true;
    },
    /** Resumes provisions that a crash has interrupted. */
    async resume(): Promise<void> {
      const ids = await unfinishedProvisions(db);
      if (ids.length > 0) log.info({ count: ids.length }, 'taking up unfinished provisions');
      await Promise.all(
        ids.map((id) => run(id).catch((error) => log.error({ err: error, provision: id }, 'provision not taken up'))),
      );
    },
  };
}
export type Provisioning = ReturnType<typeof createProvisioning>;

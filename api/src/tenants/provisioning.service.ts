import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createConcurrencyLimit } from '../../../kit/node/concurrency-limit.ts';
import { type ProvisionStepName, provisionSteps } from '../../contract/provision.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { ProvisionRow, StoredStep, TenantRow } from '../tables.ts';
import type { Step } from './provision-steps.ts';
import { findProvision, finishProvision, saveSteps, unfinishedProvisions } from './provisions.queries.ts';
import type { TenantSecrets } from './tenant-secrets.ts';
import { findTenant, lockTenant, setStatus } from './tenants.queries.ts';
import { venueAct } from './venue-act.ts';

/** Venues made at once: each holds a connection until it is done. */
const AT_ONCE = 4;

/** `started`: recorded as running; `done`: done, not yet recorded; `recorded`. The same for undoing. */
type Moment = 'started' | 'done' | 'recorded' | 'undoing' | 'undone';
export type OnStep = (moment: Moment, step: ProvisionStepName) => void | Promise<void>;

interface Job {
  provision: ProvisionRow;
  tenant: TenantRow;
  steps: StoredStep[];
}

export const freshSteps = (): StoredStep[] => provisionSteps.map(({ name }) => ({ name, status: 'waiting' }));

/** What the journal says of a making that is over: an order alone does not tell how it ended. */
function outcomeOf({ tenant, provision }: Job, status: 'done' | 'failed'): Parameters<Activity['record']>[1] {
  if (status === 'done') return venueAct(tenant, null, 'tenant.opened', 'Открыто');
  const failed = venueAct(tenant, null, 'tenant.failed', 'Не создано');
  return { ...failed, description: `${failed.description}: ${provision.error}` };
}

/**
 * Makes a venue step by step, writing down before and after each, so that whoever comes after a crash knows where to go
 * on. A step that fails is undone together with all before it. One process at a time works on a venue.
 */
export function createProvisioning(deps: {
  db: Knex;
  /** Where the lock on a venue is held while it is made. */
  lockPool: Knex;
  steps: Record<ProvisionStepName, Step>;
  secrets: TenantSecrets;
  activity: Pick<Activity, 'record'>;
  log: Logger;
  onStep?: OnStep;
  /** The venue is there: its bot may be listened to. */
  onReady: (tenant: TenantRow) => void;
  now?: () => Date;
}) {
  const { db, lockPool, steps: work, secrets, log, now = () => new Date() } = deps;
  const reached = async (moment: Moment, step: ProvisionStepName): Promise<void> => deps.onStep?.(moment, step);
  const turn = createConcurrencyLimit(AT_ONCE);
  let stopping = false;
  const save = (job: Job): Promise<void> => saveSteps(db, job.provision.id, job.steps, job.provision.error);

  /** Undefined when all went well, else what to tell the person. */
  async function forward(job: Job): Promise<string | undefined> {
    const input = secrets.openInput(job.provision.input_sealed ?? '');
    for (const step of job.steps.filter(({ status }) => status !== 'done')) {
      const since = performance.now();
      step.status = 'running';
      await save(job);
      await reached('started', step.name);
      try {
        await work[step.name].do(job.tenant, input);
      } catch (error) {
        // cut short by the end of this process: the next one takes it up
        if (stopping) throw error;
        step.status = 'failed';
        step.error = error instanceof AppError ? error.message : work[step.name].failure;
        step.code = error instanceof AppError ? error.code : 'provision_failed';
        log.warn({ err: error, tenant: job.tenant.id, step: step.name }, 'provisioning step failed');
        return step.error;
      }
      await reached('done', step.name);
      step.status = 'done';
      step.ms = Math.round(performance.now() - since);
      await save(job);
      await reached('recorded', step.name);
    }
    return undefined;
  }

  /** The failed step too may have done half of its work. */
  async function backward(job: Job): Promise<void> {
    for (const step of job.steps.toReversed()) {
      if (step.status === 'waiting' || step.status === 'undone') continue;
      await reached('undoing', step.name);
      await work[step.name].undo(job.tenant);
      if (step.status !== 'failed') step.status = 'undone';
      await save(job);
      await reached('undone', step.name);
    }
  }

  async function finish(job: Job, status: 'done' | 'failed'): Promise<void> {
    await db.transaction(async (trx) => {
      await setStatus(trx, job.tenant.id, ['creating'], status === 'done' ? 'active' : 'deleted', now());
      await finishProvision(trx, job.provision.id, status);
      await deps.activity.record(trx, outcomeOf(job, status));
    });
    if (status === 'done') deps.onReady(job.tenant);
  }

  async function carryOut(id: string): Promise<void> {
    const provision = await findProvision(db, id);
    const tenant = provision && (await findTenant(db, provision.tenant_id));
    if (!provision || !tenant || provision.status !== 'running') return;
    const job: Job = { provision, tenant, steps: provision.steps };
    if (!provision.error) {
      const error = await forward(job);
      if (!error) return finish(job, 'done');
      provision.error = error;
      await save(job);
    }
    await backward(job);
    await finish(job, 'failed');
  }

  /** Does what is left of it, forward or back. Waits while another process works on it; then there is nothing left. */
  async function run(id: string): Promise<void> {
    const provision = await findProvision(db, id);
    if (!provision) return;
    await turn(() =>
      lockPool.transaction(async (lock) => {
        await lockTenant(lock, 'provision', provision.tenant_id);
        await carryOut(id);
      }),
    );
  }

  return {
    run,
    /** This process is ending: what fails from now on is no failure of the venue. */
    stop: (): void => {
      stopping = true;
    },
    /** What a crash left half-way. */
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

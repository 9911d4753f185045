import type { Server } from 'node:http';
import type { PlatformModules } from './modules.ts';
import type { Base } from './open-database.ts';
import type { PlatformOptions } from './platform-options.ts';

/**
 * Runs before any request is answered: a restore may have brought back erased people, or have been cut short while its
 * tenant's database was closed. The hourly jobs try again.
 */
export async function settleRestores(
  { log }: Pick<PlatformOptions, 'log'>,
  { people, upkeep }: Pick<PlatformModules, 'people' | 'upkeep'>,
): Promise<void> {
  await people.retention.reapplyErasures().catch((error) => log.error({ err: error }, 'erasures not applied again'));
  await upkeep.backups.reopen().catch((error) => log.error({ err: error }, 'databases left shut not opened'));
}

/** Starts background work in the order of dependencies; it is stopped in reverse order, each part finishing first. */
export async function startWork(
  { lifecycle, log, alone }: PlatformOptions,
  { jobs }: Base,
  { accounts, venues, administration, upkeep, gateway, sandbox, modules }: PlatformModules,
  server: Server,
): Promise<void> {
  const { operations, feeder } = administration;
  const { runtime, enforcement, provisioning, host } = venues;
  lifecycle.onStop('security log', () => accounts.security.stop());
  lifecycle.onStop('live events', () => accounts.live.stop());
  await sandbox?.start();
  if (sandbox) lifecycle.onStop('sandbox', () => sandbox.stop());
  accounts.mail.start();
  lifecycle.onStop('mail', () => accounts.mail.stop());
  feeder.start();
  lifecycle.onStop('campaigns', () => feeder.stop());
  lifecycle.onStop('tenants', async () => {
    await enforcement.settled();
    await runtime.flushUse();
    await host.detach();
  });
  lifecycle.onStop('listening', () => void server.close());
  // this runs before interrupted work resumes: when this process is alone, no check in the database is still running
  await upkeep.diagnostics
    .sweep(alone ? 0 : undefined)
    .catch((error) => log.error({ err: error }, 'what killed checks have left not removed'));
  await jobs.workProvisions(provisioning.run);
  lifecycle.onStop('jobs', jobs.stop);
  lifecycle.onStop('provisioning', provisioning.stop);
  await jobs.workOperations(operations.take);
  lifecycle.onStop('operations', operations.watch());
  for (const job of modules.flatMap((module) => module.jobs ?? [])) await jobs.repeat(job);
  for (const { name, start } of modules.flatMap((module) => module.watches ?? []))
    lifecycle.onStop(name, await start());
  await gateway.start();
  lifecycle.onStop('gateway', () => gateway.stop());
  runtime.forgetGone().catch((error) => log.error({ err: error }, 'endpoints of an earlier platform not forgotten'));
  provisioning.resume().catch((error) => log.error({ err: error }, 'unfinished provisions not taken up'));
}

import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { Platform } from '../bootstrap/platform.ts';
import { demoAliases } from './demo-catalogue.ts';
import { demoItems } from './demo-items.ts';

const PLAN = 'professional';

/** Buys a year of a plan with a card of the built-in bank, which also pays for renewals. */
async function buyPlan({ accounts, administration, payments: { bank } }: Platform, ownerId: number): Promise<void> {
  const plan = (await administration.pages.plans()).find(({ name }) => name === PLAN);
  if (!bank || !plan) return;
  try {
    const { paymentId } = await accounts.billing.createPayment(ownerId, { planId: plan.id, billingPeriod: 'yearly' });
    if (!paymentId) return;
    await bank.approve(paymentId, { declines: false });
    await accounts.billing.settlePayment(paymentId);
  } catch (error) {
    // an interrupted earlier start has already bought it
    if (!(error instanceof Conflict)) throw error;
  }
}

/** Loads the starter list as an administrator would, so that scanning a well-known bottle finds its name. */
async function loadStarterList({ administration }: Platform, administratorId: number): Promise<void> {
  const { importId, preview } = await administration.aliasImports.uploadStarterList();
  if (preview.created > 0) await administration.aliasImports.commit(importId, administratorId);
}

/** Fills the platform as if in use: a catalogue of bottles and a paying owner. Idempotent. */
export async function fillDemoPlatform(platform: Platform, administratorId: number, ownerId: number): Promise<void> {
  await platform.administration.catalogue.importRows(demoAliases(demoItems), administratorId);
  await loadStarterList(platform, administratorId);
  await buyPlan(platform, ownerId);
}

import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { Platform } from '../platform.ts';
import { demoAliases } from './demo-catalogue.ts';
import { demoItems } from './demo-items.ts';

const PLAN = 'professional';

/** A year of a plan, paid for with a card of the built-in bank, which pays for the next ones too. */
async function buyPlan({ accounts, administration, payments: { bank } }: Platform, ownerId: number): Promise<void> {
  const plan = (await administration.pages.plans()).find(({ name }) => name === PLAN);
  if (!bank || !plan) return;
  try {
    const { paymentId } = await accounts.billing.createPayment(ownerId, { planId: plan.id, billingPeriod: 'yearly' });
    if (!paymentId) return;
    await bank.approve(paymentId, { declines: false });
    await accounts.billing.settlePayment(paymentId);
  } catch (error) {
    // bought by a start that broke off later
    if (!(error instanceof Conflict)) throw error;
  }
}

/** What administrators see of a platform in use: bottles in its catalogue and an owner who pays. Once more changes nothing. */
export async function fillDemoPlatform(platform: Platform, administratorId: number, ownerId: number): Promise<void> {
  await platform.administration.catalogue.importRows(demoAliases(demoItems), administratorId);
  await buyPlan(platform, ownerId);
}

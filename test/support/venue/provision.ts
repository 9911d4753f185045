import { randomBytes } from 'node:crypto';
import test from 'ava';
import { newBot, newOwner, newVenue, startTestPlatform, type TestPlatform } from '../platform/platform.ts';

export let platform: TestPlatform;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpProvisioning(): void {
  test.before(async () => {
    platform = await startTestPlatform();
  });
  test.after.always(() => platform?.stop());
}

export const freshName = (): string => `n-${randomBytes(5).toString('hex')}`;

export async function orderOf(extra: object = {}): Promise<Record<string, unknown>> {
  const bot = await newBot(platform);
  return { subdomain: freshName(), botToken: bot.token, adminUsername: 'boss', ...extra };
}

export const secretsOf = (value: unknown): RegExp => new RegExp(String(value).split(':')[1] ?? '');

export async function ownerWithVenue() {
  const owner = await newOwner(platform);
  return { owner, venue: await newVenue(platform, owner) };
}

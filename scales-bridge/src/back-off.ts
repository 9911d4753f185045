import { type BackoffOptions, createBackoff } from '@ostatok/kit/contract/backoff.ts';

/**
 * Delays between attempts: a second, doubling to a minute, each up to a third shorter at random, so that the bridges of
 * a street do not all reconnect at the same moment.
 */
export const createBackOff = (options: Partial<BackoffOptions> = {}) =>
  createBackoff({ firstMs: 1000, lastMs: 60_000, jitter: [1, 2 / 3], ...options });

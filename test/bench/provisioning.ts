import { newOwner, newVenue, startTestPlatform } from '../support/platform/platform.ts';
import type { Row } from './row.ts';

const VENUES = 7;
const LIMIT_S = 3;

/**
 * Time from the owner's order to the response that the tenant works, through the public API, one tenant after another.
 */
export async function bench(): Promise<Row[]> {
  const platform = await startTestPlatform();
  const seconds: number[] = [];
  try {
    const owner = await newOwner(platform, 'corporate');
    for (let i = 0; i < VENUES; i += 1) {
      const from = performance.now();
      await newVenue(platform, owner);
      seconds.push((performance.now() - from) / 1000);
    }
  } finally {
    await platform.stop();
  }
  const value = Math.max(...seconds);
  return [{ name: `Создание заведения, худшее из ${VENUES}`, value, unit: 'с', limit: LIMIT_S, ok: value <= LIMIT_S }];
}

import type { Under } from './headings.ts';

/** The meaning of quantities without a sign. */
export type Unsigned = 'came' | 'gone' | 'there';

/** The buttons that ask for it. */
export const meanings: Record<Unsigned, string> = { came: 'Пришло', gone: 'Ушло', there: 'Столько есть' };

export const underOf: Record<Unsigned, Under> = { came: { sign: 1 }, gone: { sign: -1 }, there: { sets: true } };

import type { Client } from '../../support/venue/change.ts';

/** A mark of Честный ЗНАК of beer whose barcode is `BEER_EAN`. */
export const beerMark = (serial: string): string => `010466018591805521${serial}`;
export const BEER_EAN = '4660185918055';

/** Stamps of one alccode. */
export const ALCCODE = '0011813000001188785';
export const stamp68 = (number: number): string =>
  `22N0000038BCXA633QP09458${String(number).padStart(12, '0')}${'A'.repeat(32)}`;

export const stamp150 = (number: number): string => `136400${String(number).padStart(8, '0')}1018001${'B'.repeat(129)}`;

export const find = (client: Client, mark: string) =>
  client.get(`/api/marks/find?${new URLSearchParams({ mark }).toString()}`);

export const link = (client: Client, mark: string, itemId: number) => client.post('/api/marks').send({ mark, itemId });

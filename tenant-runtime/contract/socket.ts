import type { Change } from './changes.ts';
import type { Item } from './items.ts';

/** `unit` of the reading is always grams; `stable` when the scale says so or five equal readings came in a row. */
export interface ScalesReading {
  scaleId: string;
  weightG: number;
  stable: boolean;
}

/** Events of a tenant's socket (`auth: {token}`). */
export interface ServerToClient {
  /** `change` is absent when items changed otherwise (edited, imported, deleted); `all` asks to read the list anew. */
  'items:changed': (event: { items: Item[]; changes?: Change[]; all?: true }) => void;
  'scales:reading': (reading: ScalesReading) => void;
}
export interface ClientToServer {
  'scales:reading': (reading: ScalesReading, ack?: (answer: { ok: boolean; error?: string }) => void) => void;
}

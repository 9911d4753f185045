/** Rows as PostgreSQL gives them: numeric is a string, so that quantities stay exact. */
import type { Source } from '../contract/changes.ts';
import type { Group, Unit } from '../contract/items.ts';
import type { Role } from '../contract/users.ts';

export interface UserRow {
  id: number;
  username: string;
  name: string;
  role: Role;
  password_hash: string | null;
  telegram_id: number | null;
  token_version: number;
  created_at: Date;
  removed_at: Date | null;
}

export interface ItemRow {
  id: number;
  name: string;
  search_name: string;
  article: string | null;
  ean: string | null;
  category: string;
  group: Group;
  unit: Unit;
  quantity: string;
  expected: string | null;
  par: string | null;
  /** Kopecks a unit. */
  cost: number | null;
  volume_ml: number | null;
  weight_empty_g: string | null;
  weight_full_g: string | null;
  density_g_per_ml: string | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

/** How the amount was given. */
export type Method = 'delta' | 'set' | 'weight';

export interface ChangeRow {
  id: string;
  seq: number;
  item_id: number;
  user_id: number | null;
  delta: string;
  before: string;
  after: string;
  method: Method;
  /** The number as it was given: the delta, the new quantity or the gross weight in grams. */
  given: string;
  source: Source;
  note: string | null;
  undoes: string | null;
  at: Date;
  created_at: Date;
}

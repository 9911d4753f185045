import type { Migrations } from '@ostatok/kit/node/db.ts';

/** A database that is backed up: a venue's, or the platform's own. */
export interface Subject {
  /** null: the platform. */
  tenantId: string | null;
  subdomain: string | null;
  label: string;
  database: string;
  /** Whose it is; null: the platform's own role. */
  owner: string | null;
  /** As its owner, into this database of the same server. */
  urlOf: (database: string) => string;
  /** What this version knows. */
  migrations: Migrations;
  since: Date;
  /** Brings about its role and, where there is none, its empty database: on a new server there is neither. False: it is gone. */
  ensure: () => Promise<boolean>;
}

export interface Subjects {
  /** Undefined: there is no such venue, or it is gone. */
  find(tenantId: string | null): Promise<Subject | undefined>;
  /** The platform and every living venue. */
  living(): Promise<Subject[]>;
}

/**
 * Tables of the platform's database that are not backed up. They stand in for the outside: Telegram and the bank. Those
 * would not go back in time with us either. The jobs' tables are a schema of their own and are made anew.
 */
export const isLeftOut = (table: string): boolean => /^(sandbox|mock)_/.test(table);

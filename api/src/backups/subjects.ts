import type { Migrations } from '@ostatok/kit/node/db.ts';

/** A database that is backed up: a tenant's or the platform's own. */
export interface Subject {
  /** Null for the platform. */
  tenantId: string | null;
  subdomain: string | null;
  label: string;
  database: string;
  /** The role that owns the database; null for the platform's own role. */
  owner: string | null;
  /** The owner's connection URL to this database on the same server. */
  urlOf: (database: string) => string;
  /** The migrations that this version knows. */
  migrations: Migrations;
  since: Date;
  /**
   * Creates the role, and an empty database if there is none, as on a new server; opens the database if it is closed.
   * Returns false when the tenant is gone.
   */
  ensure: () => Promise<boolean>;
}

export interface Subjects {
  /** Returns undefined when the tenant does not exist or is gone. */
  find(tenantId: string | null): Promise<Subject | undefined>;
  /** The platform and every tenant that is not deleted. */
  living(): Promise<Subject[]>;
}

/**
 * Tables of the platform's database that are not backed up, because they simulate Telegram and the bank, which would
 * not go back in time either. The tables of jobs are in a schema of their own and are created anew.
 */
export const isLeftOut = (table: string): boolean => /^(sandbox|mock)_/.test(table);

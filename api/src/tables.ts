import type { TenantStats } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { ProvisionStep, SuspendedBy, TenantStatus } from '../contract/provision.ts';

/** Rows of venues as PostgreSQL gives them; the other slices keep theirs beside their queries. */
export interface TenantRow {
  id: string;
  number: number;
  owner_id: number;
  subdomain: string;
  display_name: string;
  status: TenantStatus;
  timezone: string;
  bot_id: number;
  bot_username: string | null;
  bot_token_sealed: string;
  bot_state: 'ok' | 'revoked' | 'conflict';
  /** Grows with every new token. */
  bot_token_version: number;
  /** Grows with every other bot: its chats and the numbers of its updates are others. */
  bot_generation: number;
  admin_username: string;
  database_server: string;
  database_password_sealed: string;
  internal_secret_sealed: string;
  endpoint: string | null;
  stats: TenantStats | null;
  last_active_at: Date;
  created_at: Date;
  deleted_at: Date | null;
  /** Only who suspended it wakes it by itself. */
  suspended_by: SuspendedBy | null;
  suspended_at: Date | null;
  /** When it was suspended last, and until when. */
  last_suspended_at: Date | null;
  last_resumed_at: Date | null;
  /** null: a cleanup, the deletion of the account, a making that failed. */
  deleted_by: 'owner' | 'administrator' | null;
  /** Runs before its owner's others where the plan allows fewer. */
  kept_first: boolean;
  /** With which its process was started. */
  max_users: number | null;
  purged_at: Date | null;
  /** Up to which the catalogue was brought to it, up to which of its items, and to which database. */
  alias_revision: number;
  alias_item: number;
  alias_database: number | null;
  /** The release its process was last started with. */
  version: string | null;
  /** Since when it does not start, and why, in Russian; null where it does. */
  start_failed_at: Date | null;
  start_failure: string | null;
}

/** A step as it is kept: a label is for people and never stored. */
export type StoredStep = Omit<ProvisionStep, 'label'>;

export interface ProvisionRow {
  id: string;
  tenant_id: string;
  status: 'running' | 'done' | 'failed';
  steps: StoredStep[];
  input_sealed: string | null;
  error: string | null;
  created_at: Date;
  finished_at: Date | null;
}

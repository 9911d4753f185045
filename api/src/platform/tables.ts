import type { Hosting } from '@ostatok/api/contract/hosting.ts';
import type { TenantStats } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { SuspendedBy, TenantStatus } from '../../contract/provision.ts';
import type { ProvisionStep } from '../../contract/provisioning.endpoints.ts';

/** Rows of tenants as PostgreSQL returns them; other slices keep their row types beside their queries. */
export interface TenantRow {
  id: string;
  number: number;
  owner_id: number;
  subdomain: string;
  display_name: string;
  status: TenantStatus;
  timezone: string;
  /** Null for a venue that has its own chat only. */
  bot_id: number | null;
  bot_username: string | null;
  bot_token_sealed: string;
  bot_state: 'ok' | 'revoked' | 'conflict' | 'unreachable';
  /** Grows with every new token. */
  bot_token_version: number;
  /** Grows with every change of the bot, since another bot has other chats and update numbers. */
  bot_generation: number;
  /** The bot of MAX that people write to the venue through. */
  max_bot_id: number | null;
  admin_username: string;
  database_server: string;
  database_password_sealed: string;
  internal_secret_sealed: string;
  endpoint: string | null;
  stats: TenantStats | null;
  last_active_at: Date;
  /** When it has work to do, as it has reported; null for never. */
  wake_at: Date | null;
  created_at: Date;
  deleted_at: Date | null;
  /** A tenant is resumed automatically only by the party that suspended it. */
  suspended_by: SuspendedBy | null;
  suspended_at: Date | null;
  /** When the tenant was last suspended, and when it was resumed. */
  last_suspended_at: Date | null;
  last_resumed_at: Date | null;
  /** Null when a cleanup, the deletion of the account or a failed provisioning deleted it. */
  deleted_by: 'owner' | 'administrator' | null;
  /** This tenant runs before the owner's others where the plan allows fewer. */
  kept_first: boolean;
  /** The limit of users that its process was started with. */
  max_users: number | null;
  purged_at: Date | null;
  /** The catalogue revision and the item up to which aliases were pushed, and the database they were pushed to. */
  alias_revision: number;
  alias_item: number;
  alias_database: number | null;
  /** Numbers of `name_changes`: of the last change of the names of its own matches, and up to which names were pushed. */
  names_changed: number;
  names_served: number;
  /** Where it was last started; null while it never was. */
  hosting: Hosting | null;
  /** The api process that has started it last. */
  run_by: string | null;
  /** The release that it is to take as soon as it can: another api process runs it, or its tables were in use. */
  update_due: string | null;
  /** The same release, where it was backed up before a try; a start makes that backup an old one. */
  backed_up_for: string | null;
  /** The release its process was last started with. */
  version: string | null;
  /** The release that it keeps to, whatever the default. */
  pinned_release: string | null;
  previous_release: string | null;
  /** Since when it has run its present version. */
  released_at: Date | null;
  /** The release that it could not run and has come back from. */
  failed_release: string | null;
  /** How its last update ended, where it failed, and what was seen. */
  update_state: 'recovered' | 'failed' | null;
  update_note: string | null;
  /** Since when it fails to start, and the reason in Russian; null when it starts. */
  start_failed_at: Date | null;
  start_failure: string | null;
}

/** A provisioning step as it is stored: labels are only for people. */
export type StoredStep = Omit<ProvisionStep, 'label'>;

/** An uploaded archive: whoever has uploaded it may order a tenant from it. */
export interface ArchiveRef {
  ownerId: number;
  id: string;
}

/** What the steps of a provisioning need; it is stored sealed. */
export interface ProvisionInput {
  adminPassword: string;
  archive?: ArchiveRef;
}

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

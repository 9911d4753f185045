/** The first frame of a backup. */
export interface Header {
  format: 1;
  id: string;
  tenant_id: string | null;
  subdomain: string | null;
  created_at: string;
  /** The migrations applied when the backup was made, in their order. */
  migrations: string[];
}

export const FORMAT = 1;

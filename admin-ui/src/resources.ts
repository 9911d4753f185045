/** The path of a list, and the names under which responses hold the rows and one row. */
interface ResourcePath {
  path: string;
  rows: string;
  row: string;
  /** Rows per call, if not the default. */
  page?: number;
}

/** The keys are the names that the server's events use too. */
export const resources = {
  users: { path: 'users', rows: 'users', row: 'user' },
  tenants: { path: 'tenants', rows: 'tenants', row: 'tenant' },
  plans: { path: 'plans', rows: 'plans', row: 'plan' },
  subscriptions: { path: 'subscriptions/users', rows: 'users', row: 'user' },
  payments: { path: 'payments', rows: 'payments', row: 'payment' },
  activity: { path: 'activity', rows: 'activity', row: 'activity' },
  'security-events': { path: 'security/events', rows: 'events', row: 'event' },
  operations: { path: 'operations', rows: 'operations', row: 'operation' },
  images: { path: 'images', rows: 'images', row: 'image' },
  backups: { path: 'backups', rows: 'backups', row: 'backup' },
  quarantine: { path: 'tenants/quarantine', rows: 'quarantine', row: 'item' },
  aliases: { path: 'aliases', rows: 'data', row: 'alias', page: 50 },
  'alias-imports': { path: 'aliases/import', rows: 'imports', row: 'import' },
  proposals: { path: 'aliases/proposals', rows: 'data', row: 'proposal' },
  'email-templates': { path: 'email-templates', rows: 'templates', row: 'template' },
  campaigns: { path: 'campaigns', rows: 'campaigns', row: 'campaign' },
} as const satisfies Record<string, ResourcePath>;
export type ResourceName = keyof typeof resources;

/** The default number of rows per call. */
const PAGE = 100;
export const pageSizeOf = (resource: string): number =>
  (resources as Record<string, ResourcePath>)[resource]?.page ?? PAGE;

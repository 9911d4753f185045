interface ResourcePath {
  /** The path of the list below /api/admin. */
  path: string;
  /** Rows per call, if not the default. */
  page?: number;
}

/** The keys are the names that the server's events use too. */
export const resources = {
  users: { path: 'users' },
  tenants: { path: 'tenants' },
  plans: { path: 'plans' },
  subscriptions: { path: 'subscriptions/users' },
  payments: { path: 'payments' },
  activity: { path: 'activity' },
  'security-events': { path: 'security/events' },
  logs: { path: 'logs' },
  operations: { path: 'operations' },
  images: { path: 'images' },
  backups: { path: 'backups' },
  quarantine: { path: 'tenants/quarantine' },
  aliases: { path: 'aliases', page: 50 },
  'alias-imports': { path: 'aliases/import' },
  proposals: { path: 'aliases/proposals' },
  synonyms: { path: 'aliases/synonyms' },
  'email-templates': { path: 'email-templates' },
  campaigns: { path: 'campaigns' },
} as const satisfies Record<string, ResourcePath>;
export type ResourceName = keyof typeof resources;

/** The default number of rows per call. */
const PAGE = 100;
export const pageSizeOf = (resource: string): number =>
  (resources as Record<string, ResourcePath>)[resource]?.page ?? PAGE;

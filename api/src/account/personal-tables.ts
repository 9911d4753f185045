/**
 * Every table of the platform's database: where the export shows what it holds of a person, or why it holds nothing
 * of anybody. A test walks the schema and fails on a table that is named in neither.
 */
export const exportedTables: Record<string, string[]> = {
  users: ['profile', 'consent'],
  subscriptions: ['subscription'],
  tenants: ['tenants'],
  payments: ['invoices', 'payments'],
  refunds: ['refunds', 'invoices'],
  payment_methods: ['payment_methods'],
  subscription_periods: ['subscription_periods'],
  billing_ledger: ['balance'],
  billing_events: ['subscription_events'],
  billing_notices: ['notices'],
  identities: ['identities'],
  sessions: ['sessions'],
  link_tokens: ['links'],
  mails: ['letters'],
  activity: ['activity'],
  provisions: ['provisions'],
  alias_proposals: ['proposals'],
};

export const impersonalTables: Record<string, string> = {
  plans: 'what is sold, the same for everybody',
  aliases: 'bottles',
  bot_leases: 'which of our processes listens to a bot',
  mock_payments: "the sandbox's bank, which is nobody of ours; payments have what it told",
  mock_refunds: "the sandbox's bank",
  mock_methods: "the sandbox's bank",
  sandbox_bots: "stands in for Telegram, which is nobody of ours; made-up people on a developer's machine",
  sandbox_people: 'stands in for Telegram',
  sandbox_chats: 'stands in for Telegram',
  sandbox_messages: 'stands in for Telegram',
  sandbox_updates: 'stands in for Telegram',
  sandbox_callbacks: 'stands in for Telegram',
  sandbox_files: 'stands in for Telegram',
  sandbox_faults: 'stands in for Telegram',
  knex_migrations: 'which migrations have run',
  knex_migrations_lock: 'that one runs',
};

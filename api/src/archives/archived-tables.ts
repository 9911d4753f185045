/**
 * Tables that the archive of a tenant holds, each with the migration that has created it: an archive that has applied
 * the migration must have the table. A test walks the schema and fails on a table that is in neither list.
 */
export const archivedTables: Record<string, string> = {
  users: '001-stock',
  items: '001-stock',
  changes: '001-stock',
  settings: '032-settings',
  counts: '031-counts',
  count_areas: '031-counts',
  count_lines: '031-counts',
  count_entries: '031-counts',
  count_events: '031-counts',
  imports: '020-imports',
  import_rows: '020-imports',
  import_layouts: '037-import-layouts',
  import_similar: '107-similar-import-rows',
  attached_codes: '072-attached-codes',
  item_measurements: '112-item-measurements',
  suppliers: '113-deliveries',
  supplier_articles: '113-deliveries',
  deliveries: '113-deliveries',
  delivery_lines: '113-deliveries',
  delivery_changes: '113-deliveries',
  delivery_marks: '116-marks',
  item_suppliers: '121-orders',
  orders: '121-orders',
  order_lines: '121-orders',
  order_receipts: '121-orders',
  mark_items: '116-marks',
  dishes: '114-recipes',
  recipes: '114-recipes',
  recipe_lines: '114-recipes',
  recipe_names: '114-recipes',
  recipe_products: '114-recipes',
  recipe_files: '114-recipes',
  sales_sources: '115-sales',
  sales_files: '115-sales',
  till_dishes: '115-sales',
  sales_draft_lines: '115-sales',
  sales: '115-sales',
  scheduled_counts: '118-notices-and-scheduled-counts',
  digests: '119-digests',
  due_counts: '118-notices-and-scheduled-counts',
  security_events: '053-security-log',
};

/** Tables that stay behind, and why. */
export const unarchivedTables: Record<string, string> = {
  alias_proposals: 'what is on its way to the catalogue of this platform',
  bot_chats: 'chats of the bot of this tenant; another tenant has another bot',
  bot_counters: 'what the bot is being sent of a count',
  bot_files: 'files that the bot is reading',
  bot_generation: 'which bot of the tenant the chats are of',
  bot_messages: 'what the bot has answered to',
  bot_questions: 'what the bot is waiting to be answered',
  bot_replies: 'what the bot is about to say',
  bot_undos: 'which change a button of the bot takes back',
  bridges: 'paired scales and the hashes of their secrets; they are paired anew',
  chat_files: 'files sent in the own chat',
  chat_messages: 'conversations with the bot; what they have changed is there',
  chat_updates: 'what was sent in the own chat, so that it is handled once',
  chats: 'how far people have read their conversations',
  count_notices: 'what people were about to be notified of',
  notices: 'what people are about to be notified of',
  feeds: 'connections to tills with their passwords, sealed under a key of this tenant; they are connected anew',
  feed_letters: 'which letters those have read',
  late_questions: 'which late records people were asked about',
  newcomers: 'who has asked the bot to be let in',
  push_keys: 'by which push services know the tenant',
  push_subscriptions: 'which phones are told of notices; the sign-ins that they are of stay behind',
  sessions: 'who is signed in, as hashes',
  sign_in_codes: 'codes that let somebody in, as hashes',
  support_sessions: 'visits of the support of this platform, with hashes of their links',
  telegram_links: 'links that give somebody a chat, as hashes',
};

/** Columns of archived tables that stay behind: whatever lets somebody in, and what the platform writes anew. */
export const unarchivedColumns: Record<string, Record<string, string>> = {
  users: {
    password_hash: 'lets somebody in',
    telegram_id: 'lets a chat in; the workbook has it for people to read',
    max_id: 'the same in MAX',
    token_version: 'counts sign-ins that have ended',
    link_only: 'everybody of another tenant is let in by its administrator',
  },
  items: { alias_names: 'what other owners call the product; the platform sends it to the tenant again' },
  sales_files: { feed_id: 'feeds stay behind' },
  security_events: { subject: 'a hash under a key of this tenant' },
};

export const isLeftOut = (table: string): boolean => !Object.hasOwn(archivedTables, table);

/** The columns of these that an archive holds. */
export const archivedColumns = <Table extends { name: string; columns: string[] }>(tables: Table[]): Table[] =>
  tables.map((table) => ({
    ...table,
    columns: table.columns.filter((column) => !Object.hasOwn(unarchivedColumns[table.name] ?? {}, column)),
  }));

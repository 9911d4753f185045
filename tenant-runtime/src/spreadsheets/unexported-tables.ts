/**
 * Tables of a tenant that the workbook of everything leaves out, and why. A test walks the schema and fails on a table
 * that is neither read for the workbook nor named here.
 */
export const unexportedTables: Record<string, string> = {
  alias_proposals: 'what was proposed to the catalogue of the platform, whose own export has it',
  attached_codes: 'who told which barcode to be an item’s; the item has it',
  bot_chats: 'how the bot reaches people',
  bot_counters: 'what the bot is being told of a count; its entries have it when it is said',
  bot_files: 'files the bot is reading',
  bot_generation: 'which of the venue’s bots the chat is of',
  bot_messages: 'what the bot has answered to, so that it does so once',
  bot_questions: 'what the bot is waiting to be answered',
  bot_replies: 'what the bot is about to say',
  bot_undos: 'which change a button takes back',
  bridges: 'programs that relay scales, and their secrets',
  count_areas: 'how the work of a count was shared; its lines and entries say what came of it',
  count_events: 'how a count came to its state, which its row has',
  count_notices: 'what people are about to be told of a count',
  delivery_changes: 'which changes a delivery has written; they name it',
  import_layouts: 'which column of a file meant what',
  import_rows: 'what a file said of items; they and the changes have what came of it',
  import_similar: 'which items a row of a file may be, until somebody has decided',
  item_measurements: 'single weighings of bottles; the item has the weights',
  imports: 'which files were read; the changes name them as their source',
  newcomers: 'who has asked to be let in and is nobody of the venue yet',
  sales_draft_lines: 'what files say of sales that nobody has applied',
  sales_files: 'which files were read; the sales have what came of them',
  sessions: 'who is signed in, as hashes',
  sign_in_codes: 'codes that let somebody in for minutes',
  supplier_articles: 'which item is what in a supplier’s papers; the lines of deliveries have both',
  support_sessions: 'visits of the support, which the activity of the owner has',
  telegram_links: 'links that make a chat somebody’s, as hashes',
};

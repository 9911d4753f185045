// biome-ignore-all lint/suspicious/noTemplateCurlyInString: titles as they are written in the tests
// biome-ignore-all format: a table, one rule a line
/**
 * The requirements of issue 5 for the administrator's side beyond document 3, bullet by bullet. Times with many rows
 * are measured by `npm run bench`.
 */
import { type Rule, rule } from './rule.ts';

const everyRoute = 'api/every-route.test.ts';
const administrators = 'api/administrators-routes.test.ts';
const activity = 'api/activity.test.ts';
const people = 'api/user-listing.test.ts';
const history = 'api/catalogue-history.test.ts';
const imports = 'api/alias-imports.test.ts';
const campaigns = 'api/campaigns/campaigns.test.ts';
const pushes = 'api/pushes.test.ts';
const cleanup = 'api/cleanup.test.ts';
const support = 'api/support/support.test.ts';
const venues = 'api/tenants/admin.test.ts';
const diagnostics = 'api/diagnostics.test.ts';
const shell = 'admin-ui/shell.test.ts';
const palette = 'admin-ui/palette.test.ts';
const lists = 'admin-ui/lists.test.ts';
const aliasPages = 'admin-ui/aliases.test.ts';
const proposalPages = 'admin-ui/proposals.test.ts';
const editor = 'admin-ui/email-editor.test.ts';
const emailLists = 'admin-ui/email-lists.test.ts';
const commands = 'cli/every-command.test.ts';

const api: Rule[] = [
  rule('API', 'a customer gets 403 everywhere, route by route from the router itself', ['watched.list()', 'owner.token', '[403]'], everyRoute, 'every route of the platform asks who is there, and administration is for administrators'),
  rule('API', 'so do a support visitor, a venue and a token that is over', ['visitor', 'venue.token', 'expired', '[401]'], everyRoute, 'every route of the platform asks who is there, and administration is for administrators'),
  rule('API', 'lists page, sort and filter in the database, each page that of the whole', ['sortBy=', 'limit=${PAGE}', 'whole.length'], people, '${path}: pages by ${sort} are exactly those of the whole, from either end'),
  rule('API', 'getMany by {"id":[…]}, Content-Range', ['{ id: [row.id] }', 'content-range', "parameters.has('range')", "get('sortBy')"], administrators, 'every list of the administrator pages, sorts and finds its rows by their numbers'),
  rule('API', 'suspend really stops the venue, with a page that says so at its address', ['suspended', '/api/'], venues, 'a suspended venue refuses its API, its scanner, its socket and its page, in Russian'),
  rule('API', 'blocking signs a user out everywhere', ['status: '], 'api/admin.test.ts', 'a block signs out at once and for good, an unblock lets in again'),
];

const log: Rule[] = [
  rule('activity', 'every administrator’s act, route by route from the router itself', ['noActs', 'is told nowhere', 'from where'], administrators, 'every act of an administrator is told in the activity, with who did it and from where'),
  rule('activity', 'who, what, to whom, from where', ['actor_email', 'target', "ip: '203.0.113.9'"], activity, 'every entry says who, what, to whom and from where, behind a proxy of this machine too'),
  rule('activity', 'append-only', ['/append-only/', 'truncate activity'], activity, 'nobody rewrites what was done, not even in the database'),
  rule('activity', 'in full', ['the journal'], 'e2e/admin.test.ts', 'the lists of the real platform come in their orders, and what was done is in the journal'),
  rule('support', 'with a reason, time-limited, in the venue’s own log, the owner is told', ['REASON', 'letterTo(owner.email)', '/api/support', 'Поддержка: '], support, 'an administrator comes into a venue for an hour; its owner is told, the journal has it, the venue sees it'),
  rule('support', 'its link is good once and not for long, a visit an hour', ['support'], 'tenant-runtime/support.test.ts', 'a link that is old or revoked opens nothing, and a session ends after an hour'),
];

const panel: Rule[] = [
  rule('panel', 'installable by a manifest of its own', ['manifest', 'icons'], shell, 'the panel can be installed: a manifest of its own, with icons that are there'),
  rule('panel', 'a palette that reaches every kind of record', ['Пользователь', 'Тенант', 'Тариф', 'Образ', 'Шаблон письма', 'Рассылка', 'Алиас', 'Предложение', 'Платёж', 'Резервная копия', 'Карантин', 'Работа'], palette, 'the palette finds every kind of record by its name, address, number or code, in either layout, by the keyboard alone'),
  rule('panel', 'and every list and action', ['Control+k', 'Подписки Раздел', "name: 'Заблокировать'", "name: 'Продлить'"], palette, 'every page is reached by its keys, and the palette finds pages, records and what can be done with them'),
  rule('panel', 'shortcuts shown by ?', ["'?'"], palette, 'every page is reached by its keys, and the palette finds pages, records and what can be done with them'),
  rule('panel', 'several chosen at once, by the keyboard', ['Shift+'], 'admin-ui/list-keyboard.test.ts', 'by the keyboard alone: search, move, choose, choose in a row, choose all, act on all of them'),
  rule('panel', 'saved views, columns, CSV', ["name: 'CSV'"], lists, 'a view is saved under a name, columns are chosen, and the whole filtered list is taken away as a file'),
  rule('panel', 'Excel', ['.xlsx'], 'admin-ui/alias-import.test.ts', 'a list is saved in Excel as it is searched and sorted'),
  rule('panel', 'undo', ['Отменить'], lists, 'users are found, sorted, blocked, and unblocked again by the toast; administrators are not offered it'),
  rule('panel', 'several windows stay current', ['emit'], lists, 'two windows side by side stay current, and hear what they missed when the stream comes back'),
  rule('panel', 'ten thousand rows never stutter', ['.list-row'], lists, 'of ten thousand rows those in sight are drawn, what is looked at alone is asked for, and they keep their place'),
  rule('panel', 'cards on a phone', ['360'], 'e2e/admin.test.ts', 'the users fit a phone of 360 pixels'),
  rule('panel', 'their charts', ['MRR по месяцам', 'Новые по месяцам', 'svg.recharts-surface'], 'admin-ui/overview.test.ts', 'the overview shows four figures, the last activity and the way to the journal'),
  rule('panel', 'MRR and growth by months', ['stats/growth', 'mrr: 2990', 'new_users: 3'], activity, 'growth counts months, and revenue is what was paid for the months that ran, not what plans cost now'),
  rule('panel', 'at most 350 KB at its start, the editor apart', ['350'], shell, 'what the panel loads at its start is under 350 KB gzip, and neither charts, palette nor editor are in it'),
];

const letters: Rule[] = [
  rule('letters', 'the editor stores design and MJML, asks nobody outside', ['outside', 'design', 'mjml'], editor, 'a letter is built of blocks by mouse and keyboard, stepped back, and saved as design and MJML that loses nothing'),
  rule('letters', 'variables from a list, checked; two widths; a test letter', ['Телефон', 'sandbox'], editor, 'variables go where the cursor is, unknown ones are named, the source is MJML, the preview has two widths and runs nothing'),
  rule('letters', 'a campaign is paused, resumed, canceled', ["'pause'", "'resume'", "'cancel'", 'not without a confirmation'], emailLists, 'a campaign shows its progress as it goes, everybody it is for by pages, and is paused, resumed and canceled'),
  rule('letters', 'never twice to one address, killed midway', ['kill'], 'api/campaigns/exactly-once.test.ts', 'a platform killed again and again amid a campaign sends each address one letter, but for one whose end it was just writing, which is told'),
  rule('letters', 'the unsubscribe link is honoured', ['List-Unsubscribe=One-Click', 'Вы отписались от рассылок'], campaigns, 'each gets one letter with their name and a way out, which works by link, by page and by one click'),
  rule('letters', 'bounces are counted', ['bounced: 2'], 'api/campaigns/campaign-runs.test.ts', 'addresses that refuse letters are counted as bounced; one that does not exist is left out later'),
  rule('letters', 'the first 5 results are shown, all are kept', ['results.length, 5', '/recipients`', 'p${n}@c.example sent'], campaigns, 'each gets one letter with their name and a way out, which works by link, by page and by one click'),
  rule('letters', 'paused, it stops at once; resumed, nobody is written to twice', ['/pause`', '/resume`', 'sent: 298, skipped: 2', 'size, 299'], 'api/campaigns/campaign-runs.test.ts', 'pausing stops at once, whoever unsubscribes meanwhile gets nothing, and the platform’s letters never wait'),
];

const bottles: Rule[] = [
  rule('catalogue', 'codes normalised to GTIN-13 with a verified check digit', ['EAN-8', 'UPC'], 'api/catalogue.test.ts', 'a barcode: ${what}'),
  rule('catalogue', 'a revision on every change, full history', ["['deleted', 'updated', 'created']"], history, 'every change is told with what was before and after, by whom, the newest first'),
  rule('catalogue', 'history with revert', ['/revert`'], history, 'a deleted alias comes back under its number, and a return can be returned from'),
  rule('catalogue', 'so in the panel, after a question', ['Вернуть это состояние', 'not without a confirmation'], aliasPages, 'an alias’s history says what was and what became, and goes back to any of it; so does everybody’s'),
  rule('catalogue', 'search by code and by any part of the name in either script', ['Джемесон', '5011007003029'], 'api/catalogue.test.ts', 'owners find a bottle by its name in either alphabet, with typos, or by its barcode'),
  rule('catalogue', 'so in the administrator’s list, also as Russian is transliterated', ["['vodka',", "['беЛу',", "['dzhemeson',"], 'api/catalogue-search.test.ts', '«${search}» finds all that it should, page by page, and counts it'),
  rule('catalogue', 'import from a workbook, shown first, taken back', ['importId', 'undone: 2, kept: 1'], imports, 'a workbook is shown before anything changes, then written as it was shown, and taken back'),
  rule('catalogue', 'push with live progress per tenant', ['Обновлено позиций: 7', 'running'], aliasPages, 'a push is tried, confirmed, and followed venue by venue, and whoever comes back finds it going on'),
  rule('catalogue', 'a dead tenant is reported and stops nobody; who uses none is not written to', ['skipped', 'failed'], pushes, 'changes reach who uses them, asleep or awake, alike; nobody else is touched, and a dead one stops nobody'),
  rule('catalogue', 'a push is resumed after a crash', ['kill'], 'e2e/push-crash.test.ts', 'a push whose process dies goes on by itself, from where it was'),
  rule('proposals', 'a diff against the present alias', ['diff'], 'api/proposals.test.ts', 'an administrator sees what would change, how many venues agree, and approves just that'),
  rule('proposals', 'a working search', ['the search has an effect'], proposalPages, 'venues’ proposals are the pending ones at first, are searched and filtered, and each lies beside the present alias'),
];

const upkeep: Rule[] = [
  rule('cleanup', 'three sources as evidence per row', ["['База', 'Сервер', 'Адрес']"], 'admin-ui/cleanup.test.ts', 'the audit’s venues are searched, sorted and filtered by what is amiss, and each shows what its three sources say side by side'),
  rule('cleanup', 'as the server compares them', ['database: Базы данных нет', 'host: Процесс завершился', 'ingress: Адрес свободен'], 'api/admin.test.ts', 'the audit compares rows, hosted venues and databases'),
  rule('cleanup', 'a plan first, with what would go and why', ['plan_expired', 'other_plan'], cleanup, 'a plan that is old, or not of this action, is refused, and what has changed since is skipped'),
  rule('cleanup', 'quarantine before deletion: 7 days, undo', ['7 * DAY', 'restore('], 'api/quarantine.test.ts', 'a database without a venue is quarantined, brought back as it was, and gone after seven days'),
  rule('cleanup', 'only what carries our label, and only what was asked for', ['nobodys', 'theirs', 'only what was asked for goes'], cleanup, 'what another installation has made, or nobody has marked, is never touched'),
  rule('cleanup', 'a crash at any moment leaves nothing half done', ['killed at'], 'api/cleanup-crash.test.ts', 'killed at «${moment}», a database in quarantine ends as ${end}'),
  rule('/test', 'six suites of real checks, which leave nothing', ["'Заведение целиком'", 'rubbish()'], diagnostics, 'all six suites pass on a running platform, and leave nothing behind'),
];

const terminal: Rule[] = [
  rule('command line', 'every command for real, as --json and in a pseudo-terminal', ['commands.length > 60', 'missing(json)', 'missing(terminal)'], commands, 'every command is run by a test as JSON and in a terminal'),
  rule('command line', 'shell completion', ['completion'], commands, 'Tab completes topics, commands, parameters and their values'),
  rule('command line', 'long work may be left and returned to', ['operations follow'], 'cli/upkeep.test.ts', 'a long work that is left with Ctrl-C goes on, and says how to return to it'),
  rule('command line', 'status --watch', ['--watch'], 'cli/upkeep.test.ts', 'a terminal that watches the platform shows it until q'),
  rule('command line', 'what cannot be taken back asks, a script says --yes', ['--yes', 'not_confirmed'], 'cli/venues.test.ts', 'a venue is deleted after a question, and a script says it beforehand'),
  rule('command line', 'tables fit the terminal', ['80'], 'cli/table.test.ts', 'three columns of any text fit 80 characters'),
  rule('command line', 'exit codes, one sentence', ['code, 1'], 'cli/commands.test.ts', 'what the platform refuses, the command says in Russian with exit code 1'),
];

export const askedByIssue5: readonly Rule[] = [...api, ...log, ...panel, ...letters, ...bottles, ...upkeep, ...terminal];

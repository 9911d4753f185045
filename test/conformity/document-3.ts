// biome-ignore-all lint/suspicious/noTemplateCurlyInString: titles and paths as they are written in the tests
// biome-ignore-all format: a table, one rule a line
/** The platform administrator's side: the requirements of document 3, in its order. */
import { type Later, later, type Rule, rule } from './rule.ts';

const lists = 'admin-ui/lists.test.ts';
const shell = 'admin-ui/shell.test.ts';
const httpClient = 'admin-ui/http-client.test.ts';
const tenantPages = 'admin-ui/tenants.test.ts';
const planPages = 'admin-ui/plans.test.ts';
const subscriptionPages = 'admin-ui/subscriptions.test.ts';
const imagePages = 'admin-ui/images.test.ts';
const aliasPages = 'admin-ui/aliases.test.ts';
const proposalPages = 'admin-ui/proposals.test.ts';
const emailLists = 'admin-ui/email-lists.test.ts';
const emailEditor = 'admin-ui/email-editor.test.ts';
const cleanupPage = 'admin-ui/cleanup.test.ts';
const testPage = 'admin-ui/diagnostics.test.ts';
const administrator = 'api/admin.test.ts';
const plansApi = 'api/plans.test.ts';
const subscriptionsApi = 'api/subscriptions.test.ts';
const catalogue = 'api/catalogue.test.ts';
const catalogueSearch = 'api/catalogue-search.test.ts';
const proposals = 'api/proposals.test.ts';
const pushes = 'api/pushes.test.ts';
const cleanup = 'api/cleanup.test.ts';
const diagnostics = 'api/diagnostics.test.ts';
const images = 'api/images.test.ts';
const venues = 'api/tenants/admin.test.ts';
const templates = 'api/mail/templates.test.ts';
const campaigns = 'api/campaigns/campaigns.test.ts';
const journeys = 'e2e/admin.test.ts';
const everyRoute = 'api/every-route.test.ts';

const overview = 'the overview shows four figures, the last activity and the way to the journal';
const denied = 'whoever is no administrator reads that access is denied and comes to the dashboard';
const users = 'users are found, sorted, blocked, and unblocked again by the toast; administrators are not offered it';
const tenants = 'venues open in a new tab, and are restarted, suspended and activated where their status allows it';
const planForm = 'a plan is made by the contract’s rules, its features trimmed and ordered; and it is changed';
const planActs = 'plans are moved, hidden, archived after a question with a note of what goes on, and restored; the free one is not archived';
const subscriptions = 'subscriptions show their plans’ figures and days, and are extended, granted, changed and looked back on';
const imageList = 'images are listed newest first, found, sorted, and one that is not in use is deleted after a question';
const absent = 'what is not there is said: nothing at all, nothing found, nothing loaded';
const forAdministrators = 'every route of the platform asks who is there, and administration is for administrators';
const counted = 'the overview counts what there is and names the last five doings';
const audited = 'the audit compares rows, hosted venues and databases';
const foundUsers = 'users are found, sorted and paged in both dialects, with an exact total';
const foundVenues = 'an administrator finds venues by subdomain or owner, exactly counted';
const sortedVenues = 'venues are listed newest first, and sorted by subdomain, owner, status and date';
const newPlan = 'a plan is made with the defaults of the form, its features trimmed and in order, its prices exact';
const wrongPlan = 'a plan with ${what} is refused by its field';
const archived = 'an archived plan keeps its subscribers, is sold to nobody, and comes back';
const reordered = 'reordering numbers plans from one, whatever numbers were sent, and two at once end as one of them';
const everybody = 'everybody is listed with what they have, found by address, name and company, filtered and paged';
const extended = 'what runs is extended by whole days, also by two at once, and what was paid is not changed';
const granted = 'a temporary plan runs for its days, and the previous one returns with the time that was left';
const changedPlan = "a changed plan keeps the period's end, and the history tells what there was";
const imageApi = 'images are listed newest first, sorted by repository, searched and paged';
const imageDeleted = 'an image in use stays, another goes and is noted, and a customer may neither see nor delete';
const suspended = 'a suspended venue says so and comes back when activated';
const bottle = 'a bottle is added, found, changed and removed';
const weighed = 'bottles without weights are told from those with';
const found = 'owners find a bottle by its name in either alphabet, with typos, or by its barcode';
const decided = 'an administrator sees what would change, how many venues agree, and approves just that';
const edited = 'a proposal of an unknown bottle makes it, edited or rejected with a reason';
const pushed = 'changes reach who uses them, asleep or awake, alike; nobody else is touched, and a dead one stops nobody';
const updated = 'an update starts every active venue on the present release, looks at it and lets it sleep again';
const ownTemplate = 'a template is made, found, changed, copied and deleted; the server compiles it and writes its text';
const systemTemplates = 'the letters of the platform are there as system templates, with what they may name';
const tried = 'a preview fills in examples and names what nobody knows; a test letter goes to who asks for it';
const trial = 'a campaign is a trial unless one says otherwise: one letter, to who asks for it';
const campaignSent = 'each gets one letter with their name and a way out, which works by link, by page and by one click';
const noCampaign = 'a campaign is refused: ${words} (${JSON.stringify({ ...body, html: undefined })})';
const sixSuites = 'all six suites pass on a running platform, and leave nothing behind';
const statistics = 'the statistics count what there is';
const disk = 'the disk report shows the five largest of everything, and what to do';
const auditShown = 'the cleanup shows every number of the audit, and each of its six buttons is disabled when its count is 0, except fix-statuses';
const cleanedUp = 'a cleanup shows its plan, is confirmed, and shows its progress and what was deleted and found';
const cleanupFailed = 'a failed cleanup says «Ошибка очистки» with the server’s error, and statuses are fixed even where none is amiss';
const auditRows = 'the audit’s venues are searched, sorted and filtered by what is amiss, and each shows what its three sources say side by side';
const updateAll = 'updating all tenants asks first, saying that it takes 5-10 minutes, refreshes the lists after 2 seconds, stays on the page with its end, and is followed per tenant';
const suiteCards = 'each suite has a card whose Run is disabled while it runs; results come as they are there, expand, and outlive leaving the page';
const allTests = 'all tests are run at once, and their summary counts passed, failed, warnings and the total duration';
const figures = 'the statistics have their four sections, the disk its cards of five, recommendations by level and how old it is, and each failure its words';
const aliasList = 'aliases come by fifty, are searched once typing has paused for 800 ms, filtered and sorted';
const aliasForm = 'an alias is created with its check digit held as it is typed, changed, deleted after a question, and both are taken back';
const aliasSearch = 'an alias is searched for 800 ms after the last key; a new one takes numbers in all but its code and its name';
const aliasHistory = 'an alias’s history says what was and what became, and goes back to any of it; so does everybody’s';
const pushPage = 'a push is tried, confirmed, and followed venue by venue, and whoever comes back finds it going on';
const proposalList = 'venues’ proposals are the pending ones at first, are searched and filtered, and each lies beside the present alias';
const proposalKeys = 'by keys alone proposals are gone through, approved, rejected with a reason, and edited';
const emailParts = 'three sub-tabs lead to campaigns, system templates with their warning, and marketing templates';
const emailFigures = 'letters’ figures are those of thirty days unless others are chosen, as a chart and as a table';
const campaignForm = 'a campaign needs a subject and content, is tried on oneself first, and goes to people only after their number is confirmed';
const letterTried = 'variables go where the cursor is, unknown ones are named, the source is MJML, the preview has two widths and runs nothing';
const everyAction = 'every action that finds nothing says so';

const product: Rule[] = [
  rule('§1', 'counting through a chat bot', ['Джемесон +0,7'], 'tenant-runtime/bot/chat.test.ts', 'a message changes the stock and is echoed with one button that undoes it once'),
  rule('§1', 'counting through an installable scanner', ['4600494000737'], 'e2e/scanner.test.ts', 'a bottle shown to the camera is found by its code and counted on the keypad'),
  rule('§1', 'counting through a web interface', ['.xlsx'], 'e2e/panel.test.ts', 'a price list is previewed with its bad rows, loaded, and taken back whole'),
  rule('§1', 'each venue is isolated with its own subdomain, bot and administrator', ['web_url', '.localhost'], 'api/tenants/provision.test.ts', 'an owner opens a venue whose administrator can sign in at once'),
  rule('§1', 'administrators alone have the panel, also by its calls', ['/api\\/(admin|test)', '[403]'], everyRoute, forAdministrators),
  rule('§1', 'venues propose aliases, administrators review them', ['/internal/proposals', "status: 'pending'"], proposals, 'what a venue proposes waits for an administrator, once, however often it is told'),
  rule('§1', 'the catalogue is keyed by EAN', ['EAN-13', '4600702097276', 'EAN-8', '0000096385074'], catalogue, 'a barcode: ${what}'),
  rule('§1', 'a bottle has volume, empty and full weight, density', ['volume_ml', 'weight_empty_g', 'weight_full_g', 'density_g_per_ml'], catalogue, bottle),
  rule('§1', 'the catalogue is pushed to all tenants', ['/api/admin/aliases/push', 'weight_full_g'], pushes, pushed),
];

const panel: Rule[] = [
  rule('§2.1 access', 'no administrator: a message, then /dashboard', ['Доступ запрещен', '**/dashboard', "role: 'customer'", '/test'], shell, denied),
  rule('§2.1 access', 'so on the real platform', ['Доступ запрещен', '**/dashboard', '/admin'], journeys, 'an owner reads that access is denied and comes to the dashboard'),
  rule('§2.1 access', 'not signed in: the same message, then /dashboard, which leads to the sign-in', ['Доступ запрещен', "includes('/dashboard')", "'/admin'", '/login'], journeys, 'a guest who opens ${path} is led to the sign-in'),
  rule('§2.1 header', 'a link to / and a button to /dashboard', ["'/'", 'В дашборд', "'/dashboard'"], shell, overview),
  rule('§2.1 tabs', 'nine, in order', ['Обзор', 'Пользователи', 'Тенанты', 'Тарифы', 'Подписки', 'Образы', 'Email Marketing', 'Глобальные алиасы', 'Очистка', 'links, TABS'], shell, overview),
  rule('§2.1 overview', 'cards: totalUsers, activeTenants, activeSubscriptions, MRR in roubles', ['Пользователи 12 040', 'Активные тенанты 871', 'Активные подписки 640', 'MRR 1 273 600,50 ₽'], shell, overview),
  rule('§2.1 overview', 'totalTenants when activeTenants is absent', ['activeTenants = undefined', 'Активные тенанты 930'], shell, overview),
  rule('§2.1 overview', 'the last 5 activity items', ['recentActivity.length, 5'], administrator, counted),
  rule('§2.1 overview', 'each with a description and timestamp', ['Тариф «Старт» изменён', '.overview-activity time', '2026-11-21T10:00:00Z'], shell, overview),
  rule('§2.1 overview', 'the empty text', ['Нет последней активности'], shell, overview),
  rule('§2.1 users', 'search by email or name', ['Email или имя', 'search=user-00002'], lists, users),
  rule('§2.1 users', 'the server searches by email and by name', ['search=CUSTOMER3@', 'анна 4'], administrator, foundUsers),
  rule('§2.1 users', 'sortable by email, role, status and created_at', ["'email'", "'role'", "'status'", "'created_at'"], lists, users),
  rule('§2.1 users', 'the server sorts so', ["'email', 'role', 'status', 'created_at'"], administrator, foundUsers),
  rule('§2.1 users', 'columns role, subscription, status, created', ['Роль', 'Подписка', 'Статус', 'Создан', 'Действия'], lists, users),
  rule('§2.1 users', 'the subscription has the plan’s name and end date', ['Стартовый, до 22.12.2026'], lists, users),
  rule('§2.1 users', 'block and unblock, not for admins', ['Заблокировать: user-00002@test.example', 'user-00001', '0,'], lists, users),
  rule('§2.1 users', 'roles', ['Админ', 'Клиент'], lists, users),
  rule('§2.1 tenants', 'search by subdomain or owner email', ['Поддомен или email владельца', "search: 'user-3@'"], tenantPages, tenants),
  rule('§2.1 tenants', 'the server searches so', ['venue.subdomain, owner.email'], venues, foundVenues),
  rule('§2.1 tenants', 'sortable by subdomain, owner, status and created', ["'subdomain'", "'user_email'", "'status'", "'created_at'"], tenantPages, tenants),
  rule('§2.1 tenants', 'the server sorts so', ['sortBy=subdomain', 'sortBy=user_email', 'sortBy=status', 'sortBy=created_at'], venues, sortedVenues),
  rule('§2.1 tenants', 'the subdomain is a link in a new tab', ['_blank', 'http://bar-1.localhost:3000/'], tenantPages, tenants),
  rule('§2.1 tenants', 'restart and suspend when active, activate when suspended', ["['Перезапустить', 'Приостановить']", "['Активировать']"], tenantPages, tenants),
  rule('§2.1 plans', 'search by name, display name or description', ['Код, название или описание'], lists, absent),
  rule('§2.1 plans', 'the server searches so, and filters', ['для_КОФЕЕН', 'status=archived'], plansApi, 'plans are found, filtered and sorted, with their subscribers counted'),
  rule('§2.1 plans', 'a filter: all, active, archived', ["['Все', 'Активные', 'В архиве']", "selectOption('archived')"], planPages, planActs),
  rule('§2.1 plans', 'sortable by order, name, monthly price and subscription count', ["'sort_order'", "'display_name'", "'price_monthly'", "'active_subscriptions'"], planPages, planActs),
  rule('§2.1 plans', 'a create and edit modal', ['Создать тариф', 'Новый тариф', 'Тариф «Стартовый»'], planPages, planForm),
  rule('§2.1 plans', 'reorder up and down', ['Выше: Профессиональный', 'Alt+ArrowDown'], planPages, planActs),
  rule('§2.1 plans', 'toggle of visibility, archive with a dialog, restore', ['Видимость на главной: Стартовый', 'alertdialog', 'Архивировать: Стартовый', 'Восстановить: Стартовый'], planPages, planActs),
  rule('§2.1 plans', 'the empty text', ['Тарифы не найдены'], lists, absent),
  rule('§2.1 subscriptions', 'per plan: active and user count, three plans called short', ["['Бесплатный', 'Старт', 'Профи', 'Корп', 'Прежний']", '${name} 2 пользователей: 3'], subscriptionPages, subscriptions),
  rule('§2.1 subscriptions', 'the search box', ['email, имени или компании'], subscriptionPages, subscriptions),
  rule('§2.1 subscriptions', 'a plan filter and a status filter', ["plan_id: '2', status: 'past_due'"], subscriptionPages, subscriptions),
  rule('§2.1 subscriptions', 'extend, grant, change plan, history', ['Продлить: user-2@', 'Начислить временный тариф: user-2@', 'Сменить тариф: user-2@', 'История: user-2@'], subscriptionPages, subscriptions),
  rule('§2.1 images', 'search by repository, tag or id', ['Репозиторий, тег или ID', "search: '1.5'"], imagePages, imageList),
  rule('§2.1 images', 'the server searches and sorts so', ['?search=BASE', '?search=1.9', 'sort=["repository","ASC"]'], images, imageApi),
  rule('§2.1 images', 'sortable by repository and created; deleted; the id’s first 12 characters', ["'repository'", "'created_at'", 'Удалить: tenant-runtime:1.3', "'b'.repeat(12)"], imagePages, imageList),
  rule('§2.1 images', 'the empty text', ['Образы не найдены'], lists, absent),
  rule('§2.1 email', 'its sub-tabs', ["['Marketing campaigns', 'System templates', 'Marketing templates']"], emailLists, emailParts),
  rule('§2.1 email', 'a visual drag-and-drop editor', ['dragTo(page'], emailEditor, 'a table is edited as text, a block is dragged in, and the selected one is removed'),
  rule('§2.1 email', 'statistics', ['Статистика за 30 дн.'], emailLists, emailFigures),
  rule('§2.1 aliases', 'two sub-tabs', ['Глобальные алиасы', 'Предложения (120)'], aliasPages, aliasList),
  rule('§2.1 aliases', 'search, filters, sort', ['Штрихкод или название', 'showEmptyOnly', 'showFullOnly', '["description","ASC"]'], aliasPages, aliasList),
  rule('§2.1 aliases', 'create, edit, delete', ['Создать алиас', 'Изменить: Бутылка 3', 'Удалить: Бутылка 5'], aliasPages, aliasForm),
  rule('§2.1 aliases', 'cards on mobile', ["'/aliases'", "getByRole('article')", 'cards, not a table', 'width: 360'], aliasPages, '${path} fits a phone of 360 pixels and has no serious barriers in the dark'),
  rule('§2.1 aliases', 'push to all tenants', ['Отправить всем (12)', 'POST /admin/aliases/push'], aliasPages, pushPage),
  rule('§2.1 aliases', 'proposals: edit-and-approve, approve, reject', ['/edit-and-approve`', '/approve`', '/reject`'], proposalPages, proposalKeys),
  rule('§2.1 aliases', 'the proposals’ search box (which has an effect here: issue 5 asks for one)', ['the search has an effect'], proposalPages, proposalList),
  rule('§2.1 aliases', 'a new alias: ean, description, volume, empty and full weight', ['Штрихкод', 'Название', 'volume_ml', 'Вес пустой, г', 'Вес полной, г'], aliasPages, aliasForm),
  rule('§2.1 cleanup', 'statistics cards and mass-cleanup buttons', ['${auditStats.total} Всего', '${auditStats.test_tenants} Тестовые', 'Массовая очистка', 'Базы без заведений2'], cleanupPage, auditShown),
  rule('§2.1 cleanup', 'a table of the venues', ['row(page', "'bar-2'", '["subdomain","ASC"]'], cleanupPage, auditRows),
  rule('§2.1 cleanup', 'update all tenants', ['Обновить все тенанты'], cleanupPage, updateAll),
];

const testAndDiagnostics: Rule[] = [
  rule('§2.3', 'the page /test, for administrators alone', ["['/admin/users', '/test']", 'Доступ запрещен'], shell, denied),
  rule('§2.3', 'requires login', ["'/test'", '/login'], journeys, 'a guest who opens ${path} is led to the sign-in'),
  rule('§2.3', 'three tabs', ["'Тесты', 'Статистика', 'Дисковое пространство'"], testPage, figures),
  rule('§2.3', 'buttons: statistics, disk analysis', ['Получить статистику', 'Анализ диска'], testPage, figures),
  rule('§2.3', 'a button: run all', ['Запустить все тесты', 'POST /test/run'], testPage, allTests),
  rule('§2.3', 'six suites, one card each', ["'database',", "'auth',", "'provisioning',", "'catalog',", "'admin',", "'docker',"], testPage, suiteCards),
  rule('§2.3', 'Run is disabled while running', ['run.isDisabled()', 'isEnabled()'], testPage, suiteCards),
  rule('§2.3', 'a result expands: name, ms, status, what, purpose, message', ['details', 'Тест 2 auth', '240 мс', 'Не прошёл', 'Что делает Делает 2', 'Зачем Нужен для 2', 'Сообщение Сообщение 2'], testPage, suiteCards),
  rule('§2.3', 'warning, error and details when present', ['Предупреждение Медленно', 'Ошибка Нет ответа', 'Подробности { "ms": 900 }'], testPage, suiteCards),
  rule('§2.3', 'a summary: passed, failed, warnings, totalDuration in ms', ['Успешно: 6', 'Не прошли: 0', 'С замечаниями: 6', 'Всего: 2 160 мс'], testPage, allTests),
  rule('§2.3', 'statistics: platform, catalog, docker, database', ["'120', '110', '80', '79', '70', '12 345 ₽'", "'1 001', '801', '34', '56'", "'9', '8', '3', '2', '7'", "'Подключена', '1,2 ГБ', '4 из 20'"], testPage, figures),
  rule('§2.3', 'disk: total size, images, source, volumes, tables (top 5 each), logs, uploads', ['12,4 ГБ', "'Образы контейнеров', 5", "'Исходный код', 5", "'Тома тенантов', 5", "'Таблицы базы данных', 5", "'Журналы', 2", "'Загрузки', 0"], testPage, figures),
  rule('§2.3', 'recommendations: warning, info, success', ['Внимание Удалите лишние образы', 'Сведения Журналы стираются раз в день', 'Хорошо Места хватает'], testPage, figures),
  rule('§2.3', 'the server’s levels', ["'success'", "'warning'", "'info'"], diagnostics, 'advice is by level, the urgent first, and says when all is well'),
];

const fields: Rule[] = [
  rule('§3', 'a user: id, email, name, role, status, created_at, subscription_status, subscription_plan, subscription_end', ["'id'", "'email'", "'name'", "'role'", "'status'", "'created_at'", "'subscription_status'", "'subscription_plan'", "'subscription_end'"], administrator, foundUsers),
  rule('§3', 'a tenant: tenant_id, subdomain, user_email, status, created_at', ['created_at', 'tenant_id: venue.id', 'subdomain: venue.subdomain', 'user_email: owner.email', "status: 'active'"], venues, foundVenues),
  rule('§3', 'a plan', ['plan.id', 'name', 'display_name', 'description', 'max_storage_mb: 100', 'price_monthly', 'price_yearly', 'discount_percent', "currency: 'RUB'", 'features', 'is_active', 'is_public', 'is_featured', 'is_archived', 'active_subscriptions'], plansApi, newPlan),
  rule('§3', 'its limits: max_instances, max_users_per_instance', ['max_instances', 'max_users_per_instance'], plansApi, wrongPlan),
  rule('§3', 'its sort_order', ['sort_order'], plansApi, reordered),
  rule('§3', 'a subscription user row: id, email, name, company_name, plan_id, plan_display_name, price_monthly, subscription_id, subscription_status, current_period_start, current_period_end, tenant_count', ['email: second.email', "name: 'Анна 3'", 'company_name: null', 'subscription_id: subscription.id', 'current_period_start', 'plan_id: starterId', 'plan_display_name', 'price_monthly: 990', 'subscription_status', 'current_period_end', 'tenant_count'], subscriptionsApi, everybody),
  rule('§3', 'a history entry: id, plan_display_name, period, status', ['id, current_period_start', 'plan_display_name', 'status', 'current_period_end'], subscriptionsApi, changedPlan),
  rule('§3', 'statistics per plan: plan_name, display_name, active_count, user_count', ["plan_name: 'starter', display_name: 'Стартовый', active_count: 1, user_count: 2"], subscriptionsApi, everybody),
  rule('§3', 'an image: id, repository, tag, size, created_at', ["repository: 'tenant-runtime'", 'image.tag', 'image.size', 'image.created_at', 'image.id'], venues, 'the release that venues are started from is the one image, and cannot be deleted'),
  rule('§3', 'the audit’s stats', ['total: 3', 'by_status: { active: 2, creating: 1', 'containers_exist', 'with_container_id', 'visible_to_users', 'has_issues', 'orphaned_db', 'orphaned_containers', 'test_tenants', 'deleted_tenants', 'orphaned_nginx'], administrator, audited),
  rule('§3', 'the audit’s rows', ['tenant_id', 'subdomain', 'status', 'docker_status', 'owner_email', 'user_status', 'visible_to_user: true', 'has_issues', 'created_at'], administrator, audited),
  rule('§3', 'docker_status: running, exited or not_found', ["['exited', 'not_found', 'not_found', 'running']"], administrator, audited),
  rule('§3', 'an alias: id, ean, brand, category, subcategory, volume_ml, weight_empty_g, weight_full_g, density_g_per_ml, alcohol_percent, description, manufacturer, country_origin, nomenclature_ru', ['ean:', 'brand:', 'category:', 'subcategory:', 'volume_ml:', 'weight_empty_g:', 'weight_full_g:', 'density_g_per_ml:', 'alcohol_percent:', 'description:', 'manufacturer:', 'country_origin:', 'nomenclature_ru: jameson.description'], catalogue, bottle),
  rule('§3', 'a proposal: the alias’s fields, tenant_id, status', ['tenant_id: VENUE.id', "status: 'pending'", 'weight_empty_g'], proposals, 'what a venue proposes waits for an administrator, once, however often it is told'),
  rule('§3', 'the proposals’ filters: status (pending by default), tenant_id, search, sort', ['deepEqual(await pendingOf(ean), [])', 'tenant_id=gone', 'search=sheridan', 'status=all', 'sortBy=description'], proposals, edited),
  rule('§3', 'a template: id, name, description, template_type, subject, design, html, is_system, created_by_name, created_at, updated_at', ['name:', "description: 'К новому году'", "['created_at', 'updated_at']", "template_type: 'marketing'", 'subject:', 'design', 'html', 'is_system: false', "created_by_name: 'Анна 1'"], templates, ownTemplate),
  rule('§3', 'a template’s variables', ['variables.includes'], templates, systemTemplates),
  rule('§3', 'a campaign: subject, html, testMode; sent, failed, total, results (email, status)', ['subject:', 'html', 'sent: 1, failed: 0, total: 1', "results: [{ email: admin.email, status: 'sent' }]"], campaigns, trial),
  rule('§3', 'a campaign’s templateId', ['templateId'], campaigns, 'a repeated request makes one campaign; a second of the same content waits for the first; cancel ends it'),
  rule('§3', 'a campaign’s targetUsers and filters', ['targetUsers', 'filters'], campaigns, 'each audience holds whom the contract says, and nobody who may not be written to'),
  rule('§3', 'email statistics: totals (template_type, status, count) and period', ["template_type: 'verify_email', status: 'queued', count: 2", 'period.days, 7'], administrator, 'letters are counted by template and state'),
  rule('§3', 'a test result: name, status, duration, description, purpose, message', ['name, duration, description, purpose, message', 'status'], diagnostics, sixSuites),
  rule('§3', 'its error', ['failed.error'], diagnostics, 'a check that fails says why, stops no other, and what it made is gone'),
  rule('§3', 'its warning and its details', ['result.warning', 'result.details'], diagnostics, sixSuites),
  rule('§3', 'a suite’s summary: passed, failed, warnings, totalDuration', ['deepEqual(summary, { passed, failed: 0, warnings, totalDuration })'], diagnostics, sixSuites),
  rule('§3', 'a suite’s summary: passed, failed', ['passed: items.body.items.length, failed: 0'], diagnostics, 'in the background they are an operation whose items are the checks'),
  rule('§3', 'administrators’ figures: users, tenants, subscriptions, catalogue, containers, images, networks, volumes, database, pool', ['counts.users', 'counts.tenants', 'counts.subscriptions', 'totalProducts: 3, verifiedProducts: 2, categoriesCount: 1, brandsCount: 2', 'docker.containers.total', 'running', 'docker.images.total', 'docker.networks', 'docker.volumes', 'database.pool.total', 'postgresql.connected', 'sizeFormatted', 'pool.max'], diagnostics, statistics),
  rule('§3', 'the disk report', ['totalFormatted', 'dockerImages.images', 'sourceCode.breakdown', 'tenantVolumes.tenants', 'postgresDb.tables', 'logs.controlPlane', 'logs.tenants', "'uploads'", 'recommendations'], diagnostics, disk),
];

const states: Rule[] = [
  rule('§4 user', 'active and blocked, also called suspended, in both directions', ["setStatus('suspended')", "status: 'blocked'", "setStatus('active')"], administrator, 'a block signs out at once and for good, an unblock lets in again'),
  rule('§4 user', 'admins cannot be blocked', ['Администратора нельзя заблокировать', '409'], administrator, 'an administrator cannot be blocked'),
  rule('§4 tenant', 'active to suspended and back; restart when active alone', ["put('suspended')", "put('active')", '/restart', '409'], venues, suspended),
  rule('§4 tenant', 'the audit shows deleted too', ["status === 'deleted'", "'gone'"], administrator, audited),
  rule('§4 plan', 'archiving blocks new subscriptions, existing ones continue; restore reverses', ['/api/public/plans', '409', "status: 'active'", 'activeSubscriptions: 1', 'is_archived'], plansApi, archived),
  rule('§4 plan', 'an archived plan is still renewed', ['/archive', '/restore', 'renewed'], subscriptionsApi, 'a new price is for new purchases, and an archived plan is still renewed at its own'),
  rule('§4 plan', 'after archiving a note says how many continue', ['14 активных подписок продолжают действовать'], planPages, planActs),
  rule('§4 plan', 'free cannot be archived', ['/archive', 'free_plan'], plansApi, 'the free plan keeps its code and its price, and cannot be archived'),
  rule('§4 plan', 'the panel does not offer it', ['Архивировать: Бесплатный'], planPages, planActs),
  rule('§4 plan', 'only active plans toggle is_public', ['toggled.status', '409'], plansApi, archived),
  rule('§4 plan', 'the panel offers it for active ones alone', ['Видимость на главной: Прежний'], planPages, planActs),
  rule('§4 plan', 'reordering renumbers sort_order from 1', ['at + 1'], plansApi, reordered),
  rule('§4 update-all', 'after it is accepted the lists are refreshed in 2 seconds', ['runFor(1800)', 'runFor(300)', 'GET /admin/tenants/audit'], cleanupPage, updateAll),
  rule('§4 subscription', 'a grant returns to the previous plan after its days', ['api.clock.pass(10 * DAY', 'Стартовый'], subscriptionsApi, granted),
  rule('§4 subscription', 'a plan change keeps the period’s end', ['current_period_end: end'], subscriptionsApi, changedPlan),
  rule('§4 subscription', 'extending adds days', ['7 * DAY'], subscriptionsApi, extended),
  rule('§4 subscription', 'active, past_due, canceled, expired', ['active', 'past_due', 'canceled', 'expired', 'Просрочена'], subscriptionPages, subscriptions, 'admin-pages.ts'),
  rule('§4 proposal', 'their labels', ['Ожидает', 'Одобрено', 'Отклонено'], proposalPages, proposalList),
  rule('§4 proposal', 'pending to approved', ["status: 'approved'", 'already_decided'], proposals, decided),
  rule('§4 proposal', 'pending to rejected; edited and approved in one step', ["status: 'rejected'", '/edit-and-approve'], proposals, edited),
];

const rulesOfInput: Rule[] = [
  rule('§5 plan', 'name (latin), display_name and price_monthly are required', ['no name', 'a Russian name', 'no display name', 'no monthly price'], plansApi, wrongPlan),
  rule('§5 plan', 'price_monthly is a number from 0; price_yearly from 0', ['a negative price', 'a negative yearly price'], plansApi, wrongPlan),
  rule('§5 plan', 'price_yearly is null when empty', ["price_yearly: ''", 'price_yearly: null'], plansApi, newPlan),
  rule('§5 plan', 'discount_percent is an integer from 0 to 100', ['discount_percent: 101', 'discount_percent: 10.5'], plansApi, wrongPlan),
  rule('§5 plan', 'max_instances and max_users_per_instance are integers from 0', ['max_instances: -1', 'max_users_per_instance: 1.5'], plansApi, wrongPlan),
  rule('§5 plan', 'the form asks by the same rules', ['Укажите код тарифа латинскими буквами', 'Укажите название тарифа', 'Цена за месяц — не меньше нуля', 'Скидка — не больше 100', 'price_yearly: null'], planPages, planForm),
  rule('§5 plan', 'features are trimmed, empty ones ignored, reordered, sent with an order', ["'  Бот  '", "'   '", 'Выше: Сканер', "{ text: 'Сканер', order: 1 }", "{ text: 'Бот', order: 2 }"], planPages, planForm),
  rule('§5 subscription', 'extend: an integer over 0, else nothing is sent', ["['', '0', '-3', '1.5', 'пять']", 'nothing was sent', '0'], subscriptionPages, subscriptions),
  rule('§5 subscription', 'the server refuses the rest', ['extend(0)', 'extend(-1)', 'extend(1.5)', '400'], subscriptionsApi, extended),
  rule('§5 subscription', 'grant: a plan and days over 0; not archived ones, not the current one', ['Выберите тариф', "fill('0')", "['Бесплатный', 'Профессиональный', 'Корпоративный']"], subscriptionPages, subscriptions),
  rule('§5 subscription', 'the server refuses the rest', ['same.status', 'none.status', 'noDays.status', '409, 400, 400'], subscriptionsApi, granted),
  rule('§5 subscription', 'change plan: not archived ones, not the current one', ["offered('Сменить тариф'), ['Бесплатный', 'Профессиональный', 'Корпоративный']"], subscriptionPages, subscriptions),
  rule('§5 subscription', 'the server gives no archived plan', ['given.status', '409'], plansApi, archived),
  rule('§5 cleanup', 'a button is disabled when its count is 0, except fix-statuses', ["['Процессы без заведений0', true]", "['Исправить статусы', false]", "['Сайты без заведений0', true]"], cleanupPage, auditShown),
  rule('§5 alias', 'all fields are numbers except ean and description; density by 0.01', ["'Штрихкод', 'Название'", "'number', 'number', 'number'", "'0.01'"], lists, aliasSearch),
  rule('§5 template', 'the page asks for a subject', ['Введите заголовок письма', 'nothing is saved without a subject'], emailEditor, letterTried),
  rule('§5 campaign', 'the page asks for a subject, and for HTML or a template', ['Введите заголовок письма', 'Введите содержимое письма или выберите шаблон', 'of(SEND).length, 0'], emailLists, campaignForm),
  rule('§5 campaign', 'a preview requires HTML', ['a preview needs content'], emailLists, campaignForm),
  rule('§5 campaign', 'testMode is true at first', ['Тестовый режим', 'testMode: true'], emailLists, campaignForm),
  rule('§5 template', 'a subject is required', ["subject: ' '", 'Введите заголовок письма'], templates, 'a template with ${what} is refused'),
  rule('§5 campaign', 'a subject, and HTML or a template', ['Введите заголовок письма', 'Введите содержимое письма или выберите шаблон'], campaigns, noCampaign),
  rule('§5 campaign', 'a preview letter requires HTML', ["html: ''", 'Введите содержимое письма или выберите шаблон'], templates, tried),
  rule('§5 campaign', 'testMode is true by default', ['test_mode: true', 'never@b.example'], campaigns, trial),
  rule('§5', 'the panel and the test page are for administrators', ["['/admin/users', '/test']"], shell, denied),
];

const roles: Rule[] = [
  rule('§6', 'the administrator has all of it, a customer none, by the server', ['/api\\/(admin|test)', 'owner.token', '[403]', '[401]'], everyRoute, forAdministrators),
  rule('§6', 'nor an administrator who was one', ['blocked', 'demoted', '[403]'], everyRoute, 'an administrator who is blocked, or is none any more, may do nothing of it from then on'),
  rule('§6', 'refused in these words', ['Доступ запрещен'], 'api/bad-input.test.ts', '${method.toUpperCase()} ${path} is for administrators alone'),
  rule('§6', 'nobody signed in: private routes lead to /login', ['/login', '/product-matching', '/test'], journeys, 'a guest who opens ${path} is led to the sign-in'),
  rule('§6', 'what is made of a system letter goes to all users', ['own@bar.example', 'is_changed: true'], templates, 'what an administrator makes of a system letter goes out to everybody, until it is reset'),
  rule('§6', 'and a warning says so', ['Изменение системного шаблона затронет всех пользователей'], emailLists, emailParts),
  rule('§6', 'the check is done on the client by the role', ["role: 'customer'", '/api/auth/me'], shell, denied),
];

const calls: Rule[] = [
  rule('§7', 'all under /api with JSON and a bearer token, unwrapped to the body', ["base: '/api'", 'Bearer token'], 'kit/web-api-client.test.ts', 'a call carries the token and comes back unwrapped to the body'),
  rule('§7', 'GET /admin/stats: totalUsers, activeTenants, totalTenants, activeSubscriptions, mrr, recentActivity (description, timestamp)', ['/api/admin/stats', 'totalUsers: 7, totalTenants: 0, activeTenants: 0, activeSubscriptions: 3', 'stats.mrr', 'recentActivity[0].description', 'recentActivity[0].timestamp'], administrator, counted),
  rule('§7', 'GET /admin/users → users', ['/api/admin/users', 'spec.users'], administrator, foundUsers),
  rule('§7', 'GET /admin/tenants → tenants', ['/api/admin/tenants', 'body.tenants'], venues, foundVenues),
  rule('§7', 'GET /admin/plans?include_archived=true → plans', ['/api/admin/plans?include_archived=true', 'body.plans'], administrator, 'plans tell the administrator everything, in roubles'),
  rule('§7', 'GET /admin/images → images', ['/api/admin/images', 'body.images'], images, imageApi),
  rule('§7', 'GET /admin/tenants/audit → the audit', ['/api/admin/tenants/audit', 'body.audit'], administrator, audited),
  rule('§7', 'GET /admin/subscriptions/stats → stats; GET /admin/subscriptions/users: search, plan_id, status → users', ['/api/admin/subscriptions/stats', 'stats.stats', '/api/admin/subscriptions/users', 'search=', 'plan_id=', 'status=expired', 'users'], subscriptionsApi, everybody),
  rule('§7', 'POST /admin/subscriptions/{userId}/extend {days}', ['/extend`', '{ days }'], subscriptionsApi, extended),
  rule('§7', 'the panel sends it so', ['POST /admin/subscriptions/2/extend', '{ days: 45 }'], subscriptionPages, subscriptions),
  rule('§7', 'POST /admin/subscriptions/{userId}/grant-temporary {planId, days}', ['/grant-temporary`', '{ planId, days }'], subscriptionsApi, granted),
  rule('§7', 'GET /admin/subscriptions/{userId}/history → history', ['historyOf', '/history`', 'body.history'], subscriptionsApi, changedPlan),
  rule('§7', 'POST /admin/users/{userId}/change-plan {planId}', ['/change-plan`', '{ planId }'], subscriptionsApi, changedPlan),
  rule('§7', 'PUT /admin/users/{userId}/status {status}', ['/api/admin/users/', '/status`', '{ status }'], administrator, 'a block signs out at once and for good, an unblock lets in again'),
  rule('§7', 'POST /admin/tenants/{tenantId}/restart; PUT /admin/tenants/{tenantId}/status {status: suspended or active}', ['/restart`', '/status`, { status }', "'suspended'", "'active'"], venues, suspended),
  rule('§7', 'POST /admin/tenants/cleanup {action}: six of them', ['/api/admin/tenants/cleanup', "'orphaned_containers', 'test_tenants', 'deleted_tenants', 'orphaned_nginx'", 'fix_mismatches', 'orphaned_db'], cleanup, everyAction),
  rule('§7', 'the result: deleted and found', ['deleted: 1, found: 1'], cleanup, 'deleted venues are kept for their term and go after it'),
  rule('§7', 'the result: removed and found', ['removed: 1, found: 1'], cleanup, 'a site file of no venue is moved aside and back, those of living venues stay'),
  rule('§7', 'the result: fixed and checked', ['fixed: 2', 'checked'], cleanup, 'statuses are made true: stopped what may not run, forgotten where nobody answers'),
  rule('§7', 'orphaned_db', ['orphaned_db', 'deleted: 1'], cleanup, 'a database without a venue is quarantined, brought back as it was, and gone after seven days'),
  rule('§7', 'orphaned_containers', ['orphaned_containers', 'removed: 1'], cleanup, 'files of no venue are moved aside and back, and go after seven days'),
  rule('§7', 'POST /admin/update-all-tenants → message', ['/api/admin/update-all-tenants', 'body.message'], pushes, updated),
  rule('§7', 'DELETE /admin/images/{id} → success, message, error', ['/api/admin/images/${id}', "success: true, message: 'Образ удалён'", 'error: '], images, imageDeleted),
  rule('§7', 'POST /admin/plans with features [{text, order}]', ['/api/admin/plans', "ask('post', ''", "{ text: 'Первое', order: 1 }"], plansApi, newPlan),
  rule('§7', 'PUT /admin/plans/{id}', ["ask('put', `/${plan.id}`", 'Тариф обновлен'], plansApi, 'what is not sent stays; a price on request may be sent back, but no price be taken away'),
  rule('§7', 'PUT /admin/plans/{id}/toggle-public, PUT /admin/plans/{id}/archive → activeSubscriptions, PUT /admin/plans/{id}/restore', ['/toggle-public', '/archive', 'activeSubscriptions: 1', '/restore'], plansApi, archived),
  rule('§7', 'PUT /admin/plans/reorder {plans: [{id, sort_order}]}', ["'/reorder'", '({ id, sort_order:', 'plans:'], plansApi, reordered),
  rule('§7', 'GET and POST /admin/email-templates; GET, PUT and DELETE /admin/email-templates/{id}', ["'post', 'email-templates'", "'put', `email-templates/", "'get', 'email-templates?", "'delete', `email-templates/", "'get', `email-templates/"], templates, ownTemplate),
  rule('§7', 'GET /admin/email-templates/type/{type}', ['email-templates/type/verify_email'], templates, systemTemplates),
  rule('§7', 'POST /admin/email/send-test {subject, html, templateType}', ['email/send-test', 'subject:', 'html:', 'templateType:'], templates, tried),
  rule('§7', 'POST /admin/marketing/send-campaign', ['marketing/send-campaign', '/api/admin/'], campaigns, trial),
  rule('§7', 'GET /admin/email/stats?days={n}, default 30', ['/api/admin/email/stats?days=7', 'period.days, 30'], administrator, 'letters are counted by template and state'),
  rule('§7', 'audiences: all, active_subscribers, free_users, paid_users', ['count({}), 6', 'active_subscribers', 'free_users', 'paid_users'], campaigns, 'each audience holds whom the contract says, and nobody who may not be written to'),
  rule('§7', 'GET /admin/aliases: page, limit, search', ['/api/admin/aliases?search=', 'page=1&limit=50'], catalogue, bottle),
  rule('§7', 'POST /admin/aliases, PUT and DELETE /admin/aliases/{id}', ['/api/admin/aliases/${id}', '.put(path)', '.delete(path)'], catalogue, bottle),
  rule('§7', 'sortBy, sortOrder, showEmptyOnly, showFullOnly', ['sortBy=volume_ml&sortOrder=desc', 'showEmptyOnly=true', 'showFullOnly=true'], catalogue, weighed),
  rule('§7', 'POST /admin/aliases/push', ['/api/admin/aliases/push'], pushes, pushed),
  rule('§7', 'GET /admin/aliases/proposals: page, limit, search, status, tenant_id, sortBy, sortOrder', ['/api/admin/aliases/proposals', 'page=1&limit=2', 'search=', 'status=all', 'tenant_id=gone', 'sortBy=description&sortOrder='], proposals, edited),
  rule('§7', 'POST /admin/aliases/proposals/{id}/approve', ['/approve`'], proposals, decided),
  rule('§7', 'POST /admin/aliases/proposals/{id}/reject; PUT /admin/aliases/proposals/{id}/edit-and-approve {editedData}', ['/reject`', '/edit-and-approve`', 'editedData'], proposals, edited),
  rule('§7', 'lists have success, data and pagination (total, page, pages)', ['pagination, { total: 8, page: 2, pages: 3 }'], administrator, foundUsers),
  rule('§7', 'GET /catalog/search?q={query} → data.results: id, name, ean, brand', ['/api/catalog/search', '{ q }', 'data.results', 'first.id', 'brand:', 'name:', 'ean'], catalogue, found),
  rule('§7', 'POST /test/run, GET /test/suites', ['/api/test/run', '/api/test/suites'], diagnostics, sixSuites),
  rule('§7', 'POST /test/run/{suite}', ['/api/test/run/provisioning', 'summary.failed'], diagnostics, 'a check that fails says why, stops no other, and what it made is gone'),
  rule('§7', 'GET /test/stats', ['/api/test/stats'], diagnostics, statistics),
  rule('§7', 'GET /test/disk-usage', ['/api/test/disk-usage'], diagnostics, disk),
];

const messages: Rule[] = [
  rule('§8', 'not admin', ['Доступ запрещен', '**/dashboard'], shell, denied),
  rule('§8', 'panel data', ['Не удалось загрузить данные'], shell, 'a panel whose figures do not come says so, and asks again'),
  rule('§8', 'audit', ['Не удалось загрузить данные аудита'], cleanupPage, auditShown),
  rule('§8', 'cleanup: Ошибка очистки: {server error or message}', ['Ошибка очистки: План устарел: составьте новый'], cleanupPage, cleanupFailed),
  rule('§8', 'update all, or the server’s error', ['Не удалось запустить обновление', 'Это уже выполняется'], cleanupPage, updateAll),
  rule('§8', 'subscriptions', ['Не удалось загрузить данные подписок'], lists, absent),
  rule('§8', 'extend, temporary grant, history, change plan', ['Ошибка продления подписки', 'Ошибка начисления временной подписки', 'Ошибка загрузки истории', 'Ошибка смены тарифа'], subscriptionPages, subscriptions),
  rule('§8', 'user action', ['Не удалось выполнить действие: заблокировать', 'Сервер занят'], lists, users),
  rule('§8', 'tenant action', ['Не удалось выполнить действие: перезапустить'], tenantPages, tenants),
  rule('§8', 'plan visibility, archive, restore, reorder', ['Ошибка при изменении видимости', 'Ошибка при архивации', 'Ошибка при восстановлении', 'Ошибка при изменении порядка'], planPages, planActs),
  rule('§8', 'plan save, or the server’s error', ['Ошибка при сохранении', 'Такой код уже есть'], planPages, planForm),
  rule('§8', 'test page: running', ['Ошибка при запуске тестов'], testPage, suiteCards),
  rule('§8', 'test page: statistics, disk', ['Ошибка при загрузке статистики', 'Ошибка при анализе диска'], testPage, figures),
  rule('§8', 'templates: load, copy, delete', ['Ошибка загрузки шаблона', 'Ошибка копирования шаблона', 'Ошибка удаления шаблона'], emailLists, emailParts),
  rule('§8', 'templates: save, test letter', ['Ошибка сохранения шаблона', 'Ошибка отправки тестового письма'], emailEditor, letterTried),
  rule('§8', 'campaigns: sending', ['Ошибка отправки рассылки'], emailLists, campaignForm),
  rule('§8', 'campaigns: statistics', ['Ошибка загрузки статистики'], emailLists, emailFigures),
  rule('§8', 'aliases: load', ['Ошибка загрузки данных'], aliasPages, aliasHistory),
  rule('§8', 'aliases: create, update, delete', ['Ошибка создания алиаса', 'Ошибка обновления алиаса', 'Ошибка удаления алиаса'], aliasPages, aliasForm),
  rule('§8', 'aliases: push', ['Ошибка отправки изменений'], aliasPages, pushPage),
  rule('§8', 'proposals: load', ['Ошибка загрузки предложений'], proposalPages, proposalList),
  rule('§8', 'proposals: approve, reject and edit', ['Ошибка одобрения предложения', 'Ошибка отклонения предложения', 'Ошибка изменения предложения'], proposalPages, proposalKeys),
  rule('§8', 'generic action', ['Ошибка выполнения действия'], imagePages, imageList),
  rule('§8', 'English fallbacks', ['Failed to fetch tenants'], httpClient, 'an answer that holds nothing of what was asked is a failure, which the log names in English'),
  rule('§8 successes', 'extended, granted, changed', ['Подписка продлена на 45 дней', 'Временная подписка начислена на 7 дней', 'Тариф успешно изменен'], subscriptionPages, subscriptions),
  rule('§8 successes', 'tenants', ['Тенант перезапущен', 'Тенант приостановлен', 'Тенант активирован'], tenantPages, tenants),
  rule('§8 successes', 'users', ['Пользователь заблокирован', 'Пользователь активирован'], lists, users),
  rule('§8 successes', 'plans', ['Тариф создан', 'Тариф обновлен'], planPages, planForm),
  rule('§8 successes', 'plans', ['Тариф восстановлен', 'Видимость тарифа изменена'], planPages, planActs),
];

const constants: Rule[] = [
  rule('§9', 'asked before each cleanup action', ['alertdialog', 'not without a confirmation'], cleanupPage, cleanedUp),
  rule('§9', 'asked before all are updated, saying how long: 5-10', ['alertdialog', '5-10 минут'], cleanupPage, updateAll),
  rule('§9', 'update-all refreshes after 2 seconds', ['runFor(1800)', 'runFor(300)'], cleanupPage, updateAll),
  rule('§9', 'asked before an image is deleted, irreversibly', ['alertdialog', 'Это действие необратимо.', 'length, 0'], imagePages, imageList),
  rule('§9', 'asked before a plan is archived', ["alertdialog', { name: 'Архивировать тариф «Стартовый»?' }", 'length, 0'], planPages, planActs),
  rule('§9', 'plan defaults: 100 MB, RUB, active, public, not featured', ['max_storage_mb: 100', "currency: 'RUB'", 'is_active: true', 'is_public: true', 'is_featured: false'], plansApi, newPlan),
  rule('§9', 'the form has the same, and prices of 0', ['max_storage_mb: 100', "currency: 'RUB'", 'is_active: true', 'is_public: true', 'is_featured: false', "'Цена за месяц, ₽').inputValue(), '0'", "'Цена за год, ₽').inputValue(), '0'"], planPages, planForm),
  rule('§9', 'discount_percent from 0 to 100', ['discount_percent: 101'], plansApi, wrongPlan),
  rule('§9', 'the overview shows 5 items', ['recentActivity.length, 5'], administrator, counted),
  rule('§9', 'remaining days are the ceiling', ['2.2 * DAY', 'days_remaining: 3'], subscriptionsApi, everybody),
  rule('§9', 'so in the panel', ['2 дня', '0.4'], subscriptionPages, subscriptions, 'admin-pages.ts'),
  rule('§9', 'an image’s id by its first 12 characters', ["'a'.repeat(12)"], imagePages, imageList),
  rule('§9', 'users sorted by created_at descending', ["['created_at', 'DESC']"], lists, users),
  rule('§9', 'tenants sorted by created_at descending', ["['created_at', 'DESC']"], tenantPages, tenants),
  rule('§9', 'images sorted by created_at descending', ["['created_at', 'DESC']"], imagePages, imageList),
  rule('§9', 'plans sorted by sort_order ascending', ["['sort_order', 'ASC']"], planPages, planForm),
  rule('§9', 'plan reorder renumbers from 1', ['[1, 2, 3, 4]', 'sort_order'], planPages, planActs),
  rule('§9', 'the prefix test- makes a test tenant', ['test-crashed', 'test_tenants: 1'], administrator, audited),
  rule('§9', 'and nothing else does', ['my-test-', 'deleted: 1, found: 1'], cleanup, 'of all venues only those at test- addresses go, and come back with their data and their bot'),
  rule('§9', 'the alias page has 50', ['(page - 1) * 50, page * 50'], catalogueSearch, 'pages of every order are exactly those of the whole, ${flag || \'of everything\'}'),
  rule('§9', 'the panel asks for 50', ['[0, 49]'], aliasPages, aliasList),
  rule('§9', 'the search waits 800 ms', ['runFor(799)', 'runFor(1)', '800 ms'], lists, aliasSearch),
  rule('§9', 'the panel asks for 30 days of statistics', ["query.days, '30'"], emailLists, emailFigures),
  rule('§9', 'the page shows 5 results', ['first-\\d@', 'count(), 5'], emailLists, campaignForm),
  rule('§9', 'email statistics are of 30 days by default', ['period.days, 30'], administrator, 'letters are counted by template and state'),
  rule('§9', 'the first 5 results of a campaign', ['results.length, 5'], campaigns, campaignSent),
  rule('§9', 'diagnostics lists show the top 5', ["'Тома тенантов', 5"], testPage, figures),
  rule('§9', 'the top 5 of the disk', ['tables.length === 5', 'breakdown.length <= 5'], diagnostics, disk),
  rule('§9', 'dates in the Russian locale', ['до 22.12.2026', '21.11.2026'], lists, users),
  rule('§9', 'money in roubles', ['1 273 600,50 ₽'], shell, overview),
  rule('§9', 'plans: free and the three called short', ['Старт', 'Профи', 'Корп'], subscriptionPages, subscriptions),
  rule('§9', 'free', ["['free', 0]"], administrator, 'plans tell the administrator everything, in roubles'),
];

/** «Two parts come later, on top of what is built here»: quoted from issue 5. */
export const comesLater: readonly Later[] = [
  later('the matching page with its matcher', '§1', 'a flow that matches the venue’s own products to the catalogue', []),
  later('the matching page with its matcher', '§2.2', 'one unmatched product after another with its matches, a search, a progress of N of M', ['Товар', 'Пропустить', 'Завершить', 'Все товары сопоставлены']),
  later('the matching page with its matcher', '§2.2', 'the query parameter tenant is required', ['Tenant ID not provided']),
  later('the matching page with its matcher', '§3, §9', 'an unmatched product with its suggested matches, confidence from 0 to 1, shown as a rounded percent', []),
  later('the matching page with its matcher', '§4, §5', 'matches are held until the end; none chosen sends nothing; an empty query searches nothing', ['Вы не сопоставили ни одного товара']),
  later('the matching page with its matcher', '§7', 'GET /catalog/unmatched?tenant={tenant} and POST /catalog/matches {tenantId, matches}', []),
  later('the matching page with its matcher', '§8', 'its failures and its success', ['Не удалось загрузить товары', 'Ошибка поиска', 'Ошибка сохранения', 'Сопоставлено']),
  later('real container hosts', '§2.3, §3', 'networks of a container host; the process host has none', []),
];

export const administration: readonly Rule[] = [
  ...product,
  ...panel,
  ...testAndDiagnostics,
  ...fields,
  ...states,
  ...rulesOfInput,
  ...roles,
  ...calls,
  ...messages,
  ...constants,
];

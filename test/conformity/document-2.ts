// biome-ignore-all lint/suspicious/noTemplateCurlyInString: titles and paths as they are written in the tests
// biome-ignore-all format: a table, one rule a line
/** Subscription billing, account data and public pages: the requirements of document 2, in its order. */
import { type Rule, rule } from './rule.ts';

const accountPages = 'owner-ui/account-pages.test.ts';
const bankPage = 'owner-ui/mock-payment.test.ts';
const cookies = 'owner-ui/cookies.test.ts';
const planPages = 'owner-ui/plan-pages.test.ts';
const publicPages = 'owner-ui/public-pages.test.ts';
const subscriptionPage = 'owner-ui/subscription-page.test.ts';
const billingCalls = 'api/billing/calls.test.ts';
const billingJourneys = 'e2e/billing.test.ts';
const retention = 'api/retention.test.ts';

const questions = 'the questions tell what the service does, and who may do what';
const legal = 'the terms have thirteen sections, the privacy policy ten, with every constant of the policy';
const company = 'the company page says what is configured, and plainly what is not';
const drawn = 'every public page is there without JavaScript, with its title, description, address and picture';
const guestAt = 'a guest who opens ${path} is led to the sign-in';
const myData = 'my data shows the person, the subscription and the venues';
const withoutServer = 'data that cannot be asked for is built from whoever is signed in';
const card = 'a card tells a plan’s name, prices, saving and features in their order';
const picked = 'one plan is picked, continued with or skipped, and may be changed later';
const sum = 'the sum is whole roubles of the period, and the saving is the year’s';
const unpaid = 'a payment that cannot be made is said in the server’s words, else the page’s own';
const noPlan = 'a plan that ${what} leads back to the choice';
const paidPlan = 'a paid plan tells its state, period, dates, days and renewal, and warns of its end';
const choice = 'the choice of a plan begins with the present period and reckons what is due';
const noSum = 'without a period the choice is by the month; what cannot be reckoned is not spoken of';
const deferred = 'a change put off is told with its plan, period and day, and can be taken back';
const cancellable = 'cancelling is offered to who has an active, paid plan that renews itself';
const refused = 'a refusal has the server’s words, else the page’s own: ${own}';
const answered = 'a test payment that is ${what} shows it after ${thinks} ms and leaves ${leaves} ms later';
const bankFails = 'of a test payment the bank may fail: ${said}';
const settled = 'a test payment that is settled already, or is none, can only be left';
const changed = 'every answer to a change of plan is told in its words, or leads to where one pays';
const invoices = 'invoices come twenty at a time, and each says what became of it';
const shapes = 'a subscription and a plan to choose have every field that the pages read';
const stays = 'in the rooms a toast about ${kind} stays ${stays} ms';
const journey =
  'an owner pays, upgrades to the kopeck, puts a downgrade off and cancels, by the keyboard (${viewport.width} px)';
const wholeWay = 'a person registers, confirms the address, looks after the account, takes the data along and goes';
const inWords = 'every change of plan says what it did, in the words of the spec, and can be undone';
const necessary = 'only what is necessary: all else goes, the sign-in and our answers about cookies stay';
const accepted = 'the question comes a second after the page; accepting is stored with its date and takes nothing';
const closed = 'on a phone closing it is a refusal, in the rooms as well';
const statuses = 'each status has the label and the colour of the specification, an unknown one is shown as it came';

const product: Rule[] = [
  rule('§1', 'owners choose a tariff, pay by card, manage and cancel it', ['Стартовый', 'Отменить подписку'], billingJourneys, journey, 'billing/plan-walk.ts'),
  rule('§1', 'the seller is self-employed, on the professional-income tax', ['Самозанятый'], 'owner-ui/public-documents.test.ts', company),
  rule('§1', 'setup takes about 5 minutes', ['5 минут'], publicPages, 'the landing has its sections, eight features, three steps, the anchors and all the links'),
  rule('§1', 'onboarding: register, create a bot, enter its token in the wizard, import the list', ['Зарегистрируйтесь, создайте бота, введите его токен в мастере и загрузите список позиций'], 'owner-ui/public-documents.test.ts', questions),
  rule('§1', 'each owner’s venue is isolated', ['postgres'], 'api/provisioning/provision.test.ts', "a venue's role can connect to its own database and to no other of the platform"),
  rule('§1', 'the bot: name plus or minus a quantity', ['Джемесон +0,7'], 'tenant-runtime/bot/chat.test.ts', 'a message changes the stock and is echoed with one button that undoes it once'),
  rule('§1', 'number words for plus and minus, several lines, ml and g (100 ml is 0.1), part of a name', ['плюс', 'минус', '100 мл', '200 г', '3.9'], 'tenant-runtime/bot/chat.test.ts', 'words for plus and minus, several lines, millilitres, grams and a part of a name are understood'),
  rule('§1', 'users are told how to write to the bot', ['Можно словами', 'каждую с новой строки', '100 мл станут 0,1 л', 'хватит его части'], 'owner-ui/public-documents.test.ts', questions),
  rule('§1', 'discrepancies by category (strong, wine, soft), by deviation >=0.1, >=0.375, >=1, zeros, all', ['0.1', '0.375', 'deviation=1', 'zero', 'strong', 'wine', 'soft'], 'tenant-runtime/reports.test.ts', 'groups and deviations narrow the report, a deviation including its bound'),
  rule('§1', 'zeros and all: without a filter everything is listed', ['Салфетки'], 'tenant-runtime/reports.test.ts', 'differences are exact, the largest first, and what is not expected is only counted'),
  rule('§1', 'every change is stored with who, when and by how much', ['delta', 'user'], 'tenant-runtime/changes.test.ts', 'a change moves the stock by exactly its amount and says what was before'),
  rule('§1', 'changes are shown with who, when and by how much', ['+0,7', 'Иван, только что'], 'e2e/panel.test.ts', 'what one person writes the other sees at once: who, when and by how much'),
  rule('§1', 'the scanner reads EAN-13', ['EAN'], 'e2e/scanner.test.ts', 'a bottle shown to the camera is found by its code and counted on the keypad'),
  rule('§1', 'codes are looked up in a global catalogue', ['/internal/catalogue/'], 'tenant-runtime/platform.test.ts', "a barcode is looked up among the venue's own items, then in the platform's catalogue"),
  rule('§1', 'missing items are added manually', ['Добавить как новый'], 'tenant-runtime/scanner/new-items.test.ts', 'an unknown bottle is added without a connection and counted at once; both arrive when the wire is mended'),
  rule('§1', 'lists import from .xls', ['.xls'], 'tenant-runtime/spreadsheets/layout.test.ts', 'a workbook of Excel 95 is read with its Russian texts'),
  rule('§1', 'lists import from .xlsx and export back to Excel', ['.xlsx', 'downloadWorkbook(admin'], 'tenant-runtime/spreadsheets/routes.test.ts', 'exported texts that look like formulas are text, and come back unchanged with everything else'),
  rule('§1', 'updates appear live over a socket', ['socket'], 'tenant-runtime/live.test.ts', 'a change reaches those who watch with the item, who, when and by how much'),
  rule('§1', 'no item-count limit is claimed, tested with 10,000+', ['10 000'], 'owner-ui/public-documents.test.ts', questions),
  rule('§1', 'tested with 10,000 items', ['SIZE'], 'e2e/panel-size.test.ts', 'of ten thousand items those in sight alone are drawn, scrolled to or found'),
];

const routes: Rule[] = [
  rule('§2 routes', '/ is public', ["'/'"], publicPages, drawn),
  rule('§2 routes', '/login, /register, /forgot-password lead the signed-in to /dashboard', ['/login', '/register', '/forgot-password', '/dashboard'], accountPages, 'whoever is signed in and opens ${path} is led to the dashboard'),
  rule('§2 routes', '/reset-password signs out first, then shows the page', ['/reset-password', 'POST /auth/logout'], 'owner-ui/letter-links.test.ts', 'a link to a new password signs out whoever is signed in, then sets it'),
  rule('§2 routes', '/verify-email is public', ['/verify-email'], 'owner-ui/letter-links.test.ts', 'a confirmed address leads to the dashboard after two seconds'),
  rule('§2 routes', '/plans, /wizard, /dashboard, /profile, /my-data, /subscription, /subscription/payment/{planId} require login; guests go to /login', ['/plans', '/wizard', '/dashboard', '/profile', '/my-data', "'/subscription'", '/subscription/payment/', '/login'], accountPages, guestAt),
  rule('§2 routes', '/admin, /test, /product-matching require login', ["'/admin'", "'/test'", "'/product-matching'", '/login'], 'e2e/admin.test.ts', guestAt),
  rule('§2 routes', '/company-info, /terms, /privacy, /faq are public', ['/company-info', '/terms', '/privacy', '/faq'], publicPages, drawn),
  rule('§2 routes', '/mock-payment/{paymentId} is public', ['/mock-payment/', '/login'], bankPage, answered),
  rule('§2 routes', 'any other path leads to /', ['/no/such/page'], 'e2e/public.test.ts', 'an unknown address leads home, and every new page begins at its top'),
  rule('§2 routes', '/admin itself checks the role', ['Доступ запрещен', '/dashboard'], 'e2e/admin.test.ts', 'an owner reads that access is denied and comes to the dashboard'),
  rule('§2 global', 'the page scrolls to the top on every route change', ['scrollY), 0'], 'e2e/public.test.ts', 'an unknown address leads home, and every new page begins at its top'),
  rule('§2 global', 'the toast area stands at the top right, 80 px down', ['80px', 'fromTheRight()) < 60'], 'e2e/public.test.ts', 'a toast stands at the right, 80 px below the top, an error for four seconds'),
  rule('§2 global', 'the cookie banner appears on all pages', ['/terms', '/profile'], cookies, 'whoever has not answered is asked on every page'),
];

const choosing: Rule[] = [
  rule('§2 /plans', 'cards: name, description, price a month, price a year with its saving', ['Стартовый', 'Для одного бара', '₽/мес', '9 900 ₽/год, экономия 17%'], planPages, card),
  rule('§2 /plans', 'features are sorted by their order', ['order: 2', "['первая', 'вторая']"], planPages, card),
  rule('§2 /plans', 'a featured plan has the badge', ['популярный', 'is_featured'], planPages, card),
  rule('§2 /plans', 'one plan is picked, continue goes to /subscription/payment/{planId}', ['/subscription/payment/3'], planPages, picked),
  rule('§2 /plans', 'nothing is picked', ['Выберите тариф'], planPages, picked),
  rule('§2 /plans', 'skip goes to /dashboard', ['Пропустить', '/dashboard'], planPages, picked),
  rule('§2 /plans', 'a note: it can be changed later in settings', ['Тариф можно сменить позже в настройках.'], planPages, picked),
  rule('§2 /plans', 'load failure', ['Ошибка загрузки тарифов'], planPages, 'plans that cannot be loaded are said'),
  rule('§2 payment', 'not found by its numeric id: message and /plans', ['Тариф не найден', 'plan-2', '/plans'], planPages, noPlan),
  rule('§2 payment', 'load error: message and /plans', ['Ошибка загрузки тарифа', '/plans'], planPages, noPlan),
  rule('§2 payment', 'month or year; the total is the integer of the price', ['990.50', 'К оплате 990 ₽', 'Год', 'К оплате 9 900 ₽'], planPages, sum, 'billing/billing-answers.ts'),
  rule('§2 payment', 'the saving is shown for the year alone, and above 0', ['Экономия 17%', "'К оплате 23 880 ₽')"], planPages, sum),
  rule('§2 payment', 'the browser goes to the returned address', ['paymentUrl', '/faq?bank'], planPages, sum),
  rule('§2 payment', 'failure: the server’s error or its own', ['Сегодня не получится', 'Ошибка создания платежа'], planPages, unpaid),
];

const managing: Rule[] = [
  rule('§2 /subscription', 'the card: plan, status, period, dates, days, renewal', ['Стартовый', 'Активна', 'Помесячно', '21 ноября 2026', '21 декабря 2026', '30 дней', 'Включено'], subscriptionPage, paidPlan, 'billing/billing-answers.ts'),
  rule('§2 /subscription', 'a table of invoices', ['row', 'Старше'], billingJourneys, invoices),
  rule('§2 /subscription', 'a free plan has no end and unlimited access', ['Без ограничения по времени', 'Окончание'], subscriptionPage, 'the free plan has no end and nothing to cancel'),
  rule('§2 /subscription', 'expiring soon highlights the days', ['is_expiring_soon: true', 'backgroundColor'], subscriptionPage, paidPlan),
  rule('§2 /subscription', 'the banner of a change put off: plan, period, day, stay', ['21 декабря 2026', 'Профессиональный', 'за год', 'Остаться на текущем тарифе'], subscriptionPage, deferred),
  rule('§2 /subscription', 'the modal starts with the present period', ["billing_period: 'yearly'", 'Год'], subscriptionPage, choice),
  rule('§2 /subscription', 'by default the month', ['billing_period: null', 'Месяц'], subscriptionPage, noSum),
  rule('§2 /subscription', 'the calculation: days, credit, price, amount', ['21 день', '−670,64 ₽', '1 990 ₽', '1 319,36 ₽'], subscriptionPage, choice),
  rule('§2 /subscription', 'Pay is disabled while no plan is chosen, a calculation or a request runs', ['no plan is chosen', 'it is being reckoned', 'a request runs'], subscriptionPage, choice),
  rule('§2 /subscription', 'max_instances and max_users_per_instance are shown where one chooses', ['Заведений: 3, пользователей в каждом: 20'], subscriptionPage, choice),
  rule('§2 /subscription', 'and of the present plan', ["['Заведений', 'до 1']", "['Пользователей в каждом', 'до 5']"], subscriptionPage, paidPlan),
];

const otherPages: Rule[] = [
  rule('§2 /mock-payment', 'amount, currency, description, status', ['1 234,50 ₽', 'RUB', 'payment.description', 'Ожидает оплаты'], bankPage, answered),
  rule('§2 /mock-payment', 'pending can be approved or cancelled', ['Оплатить', 'Отменить платеж'], bankPage, answered),
  rule('§2 /mock-payment', 'a missing payment, with a button back', ['Платеж не найден', 'Вернуться к подписке'], bankPage, settled),
  rule('§2 /my-data', 'the profile', ['Анна Смирнова', 'anna', 'user.email', '4 марта 2026 г.', '6 мая 2026 г.'], accountPages, myData),
  rule('§2 /my-data', 'the subscription: displayName, name, status, billing_period', ['Профессиональный (professional)', 'Просрочена', 'За год'], accountPages, myData),
  rule('§2 /my-data', 'the venues: subdomain, status, created_at', ['chistye', 'Удален', '· создано 04.03.2026'], accountPages, myData),
  rule('§2 /my-data', 'export and deletion', ['Экспортировать данные', 'Удалить аккаунт'], accountPages, withoutServer),
  rule('§2 /my-data', 'the role is capitalised', ['Customer'], accountPages, myData),
  rule('§2 cookies', 'the banner comes 1 second after the page', ['DELAY_MS = 1000', 'DELAY_MS - 1'], cookies, 'it has not come a moment before'),
  rule('§2 cookies', 'accept', ['Принять'], cookies, accepted),
  rule('§2 cookies', 'only necessary', ['Только необходимые'], cookies, necessary),
  rule('§2 cookies', 'a close button that declines, on small screens', ['Закрыть', 'PHONE', 'declined'], cookies, closed),
  rule('§2 cookies', 'and not on large ones', ['Закрыть', 'isVisible'], cookies, accepted),
  rule('§2 company', 'seller, tax id, address, email and phone', ['Иванова Анна', '770012345678', 'Москва', 'tel:'], 'owner-ui/public-documents.test.ts', company),
  rule('§2 company', 'provider and methods', ['ЮKassa', 'Банковские карты Visa, MasterCard, МИР', 'Электронные кошельки', 'Интернет-банкинг', 'SberPay, Apple Pay, Google Pay'], 'owner-ui/public-documents.test.ts', company),
  rule('§2 company', 'a receipt within 24 hours to the payer’s e-mail', ['Чек отправляем на email плательщика в течение 24 часов'], 'owner-ui/public-documents.test.ts', company),
  rule('§2 company', 'last update 19 October 2025; links home, terms, privacy', ['19 октября 2025', 'На главную', '/terms', '/privacy'], 'owner-ui/public-documents.test.ts', company),
  rule('§2 terms', '13 sections', ["('h2').count(), 13"], 'owner-ui/public-documents.test.ts', legal),
  rule('§2 privacy', '10 sections', ["('h2').count(), 10"], 'owner-ui/public-documents.test.ts', legal),
  rule('§2 FAQ', '7 categories, answers that expand, FAQPage, mail and register links', ['Чат-бот', 'Сканирование штрихкодов', 'Веб-панель', 'Excel', 'Пользователи и права', 'Безопасность и данные', 'Общие вопросы', 'isVisible', 'FAQPage', 'mailto:', '/register'], 'owner-ui/public-documents.test.ts', 'the questions have seven topics, open by the keyboard and are told to search engines'),
];

const entities: Rule[] = [
  rule('§3', 'the profile of the export', ['id: owner.userId', 'username', 'email', 'first_name', 'last_name', 'company_name', 'phone', 'role', 'status', 'created_at', 'updated_at'], 'api/my-data.test.ts', 'the export shows what each of these tables holds of a person, and of nobody else'),
  rule('§3', 'the profile as it is shown, created_at and updated_at too', ['company_name', 'phone', 'created_at', 'updated_at'], accountPages, myData, 'owner-pages/account.ts'),
  rule('§3', 'the subscription of the export: plan {displayName, name}, status, billing_period', ['displayName', 'name', 'status', 'billing_period'], 'api/my-data.test.ts', 'the export shows what each of these tables holds of a person, and of nobody else'),
  rule('§3', 'a subscription', ['status', 'plan_id', 'billing_period', 'current_period_start', 'current_period_end', 'is_free_plan', 'is_expiring_soon', 'days_remaining', 'auto_renew', 'deferred_plan_id', 'deferred_plan_name', 'deferred_plan_display_name', 'deferred_billing_period', 'max_instances', 'max_users_per_instance'], 'api/billing/subscription.test.ts', shapes),
  rule('§3', 'a subscription with a change put off', ['deferred_plan_id', 'deferred_plan_name', 'deferred_plan_display_name', 'deferred_billing_period'], billingCalls, inWords),
  rule('§3', 'a venue: subdomain, status, created_at', ['subdomain', 'status', 'tenants[0].created_at'], 'api/my-data.test.ts', 'the export shows what each of these tables holds of a person, and of nobody else'),
  rule('§3', 'a plan', ['id', 'name', 'display_name', 'description', 'price_monthly', 'price_yearly', 'discount_percent', 'is_featured', 'features'], 'api/billing/subscription.test.ts', shapes),
  rule('§3', 'features are {text, order}', ['price_monthly', 'order', 'text'], 'api/billing/subscription.test.ts', 'the price list shows public plans in roubles, the billing one the free plan too'),
  rule('§3', 'features may be plain strings', ["['а', 'б']"], 'owner-ui/plans.test.ts', 'features come in their order, from any of the shapes they are kept in'),
  rule('§3', 'an invoice', ['.id', 'created_at', 'plan_name', 'plan_display_name', 'status', 'currency', 'amount'], billingCalls, 'invoices are the owner’s own, newest first, by pages'),
  rule('§3', 'the calculation', ['daysRemaining', 'credit', 'newPlanPrice', 'amountToPay'], 'api/billing/life.test.ts', 'an upgrade costs the new price less what is left of the old one, to the kopeck'),
  rule('§3', 'a payment: id, amount, currency, description, status', ['amount: 990', "currency: 'RUB'", 'description', "'pending'", "'succeeded'"], billingCalls, 'anybody with its id sees what a payment is for, and that it was paid, without more'),
  rule('§3', 'local storage: token, refreshToken, user', ['token', 'refreshToken', 'user'], 'owner-ui/sign-in-pages.test.ts', 'a sign-in keeps its four keys and leads to the plans'),
  rule('§3', 'local storage: cookieConsent, cookieConsentDate', ['cookieConsent', 'cookieConsentDate'], cookies, accepted),
];

const states: Rule[] = [
  rule('§4', 'active green, past_due yellow, canceled gray, expired red, else raw', ['Активна', 'teal', 'Просрочена', 'amber', 'Отменена', 'gray', 'Истекла', 'red', 'paused'], 'owner-ui/billing-labels.test.ts', statuses),
  rule('§4', 'the page shows these labels', ['Активна', 'Просрочена', 'Отменена', 'Истекла', 'paused'], subscriptionPage, cancellable),
  rule('§4', 'cancelling is offered when active, renewing, not free', ['auto_renew: false', 'is_free_plan: true'], subscriptionPage, cancellable),
  rule('§4', 'cancelling stops renewal and keeps access to the end', ['cancel(', 'mayCreate'], 'api/billing/clock.test.ts', 'what is canceled runs to its end, is over then, and paying brings it back'),
  rule('§4', 'staying cancels the change and re-enables renewal', ['cancel-scheduled-downgrade', 'deferred_plan_id: null', 'auto_renew: true'], billingCalls, inWords),
  rule('§4', 'upgrade_type free', ['free', 'План успешно обновлен'], billingJourneys, changed),
  rule('§4', 'free: at once', ["upgrade_type: 'free'"], billingCalls, 'what the balance covers is changed at once'),
  rule('§4', 'upgrade_type cancel_downgrade', ['cancel_downgrade', 'Запланированное изменение отменено. Автопродление текущего плана включено.'], billingJourneys, changed),
  rule('§4', 'upgrade_type cancel_cancellation', ['cancel_cancellation', 'Отмена подписки отменена. Автопродление включено.'], billingJourneys, changed),
  rule('§4', 'upgrade_type already_subscribed', ['already_subscribed', 'Слова сервера: already_subscribed'], billingJourneys, changed),
  rule('§4', 'otherwise redirect_url, else the message', ['redirect_url', 'Слова сервера: downgrade'], billingJourneys, changed),
  rule('§4', 'the server gives these types', ['already_subscribed', 'cancel_downgrade', 'cancel_cancellation', 'redirect_url'], billingCalls, inWords),
  rule('§4', 'invoice labels', ['Оплачен', 'Ошибка', 'Ожидает', 'strange'], billingJourneys, invoices),
  rule('§4', 'approved: 2 s, succeeded, /subscription 3 s later', ['2000', '3000', 'Оплачен'], bankPage, answered),
  rule('§4', 'cancelled: 1 s, canceled, away 2 s later', ['1000', '2000', 'Отменен'], bankPage, answered),
  rule('§4', 'both lead to /subscription', ['**/subscription*', 'Оплата прошла!'], billingJourneys, journey, 'billing/owner-walk.ts'),
  rule('§4', 'the page’s word is the bank’s: approved is paid', ['succeeded'], 'api/payments/platform.test.ts', 'approved on the page, a payment is paid before the answer comes, and the plan runs'),
  rule('§4', 'user and venue status: active, others in red', ['Активен', 'Заблокирован', 'rgb(179, 38, 30)'], accountPages, myData),
  rule('§4', 'deletion: dialog, word, deleted, signed out, sent to /', ['УДАЛИТЬ', 'dialog', 'url}/`', 'keys(page), []'], accountPages, withoutServer),
  rule('§4', 'accept stores accepted and the date', ['accepted', 'cookieConsentDate'], cookies, accepted),
  rule('§4', 'declining leaves token, refreshToken, user and cookie* alone', ['declined', 'cookieConsentDate', 'draft of something', 'cookieOfOurs'], cookies, necessary),
  rule('§4', 'the close button does the same', ['declined', 'rememberMe, undefined'], cookies, closed),
  rule('§4', 'the session guards the private routes', ['/login'], accountPages, guestAt),
];

const rulesOfInput: Rule[] = [
  rule('§5', 'exactly УДАЛИТЬ; the button stays disabled otherwise', ["['удалить', false]", "['УДАЛИТЬ ', false]", "['УДАЛИТЬ', true]"], accountPages, 'the profile leads to the data, the privacy policy and the way out'),
  rule('§5', 'submitted wrongly', ['Введите "УДАЛИТЬ" для подтверждения'], 'e2e/account.test.ts', wholeWay),
  rule('§5', 'continuing requires a plan', ['Выберите тариф'], planPages, picked),
  rule('§5', 'the plan exists by its numeric id', ['is named and not numbered'], planPages, noPlan),
  rule('§6', 'administrators reset passwords', ['reset-password'], 'tenant-runtime/users.test.ts', 'a password reset is shown once, works, and signs out everywhere'),
  rule('§6', 'administrators delete users', ['delete(`/api/users/'], 'tenant-runtime/users.test.ts', 'a removed user is out at once, and can be added anew'),
  rule('§6', 'an ordinary user has no such access', ["'/api/users')).status, 403"], 'tenant-runtime/users.test.ts', 'a new role counts from the next request'),
  rule('§6', 'an ordinary user changes quantities', ['user, { itemId'], 'tenant-runtime/changes.test.ts', 'a change moves the stock by exactly its amount and says what was before'),
  rule('§6', 'the bot knows people by Telegram ID alone', ['id: 42 }', 'id: 43'], 'tenant-runtime/users.test.ts', 'a person is known in the chat by the username an administrator entered, then by their id alone'),
  rule('§6', 'the FAQ tells the roles', ['По Telegram ID, другой проверки нет', 'У администратора полный доступ', 'Обычный пользователь добавляет и списывает количество'], 'owner-ui/public-documents.test.ts', questions),
];

const calls: Rule[] = [
  rule('§7', 'authenticated calls carry the bearer token', ['Bearer access'], planPages, sum),
  rule('§7', 'GET /api/auth/export-data: profile, subscription, tenants, export_date, export_reason', ['GET /auth/export-data', 'export_date', 'export_reason', 'tenants', 'whole'], accountPages, myData, 'owner-pages/account.ts'),
  rule('§7', 'the server’s /api/auth/export-data', ['/api/auth/export-data', 'export_date', 'export_reason', 'exportedTables'], 'api/my-data.test.ts', 'the export shows what each of these tables holds of a person, and of nobody else'),
  rule('§7', 'asked on load and again for export; a JSON file named with today’s date', ["'GET /auth/export-data').length, 2", 'my-data-${today}.json'], accountPages, myData),
  rule('§7', 'if it fails the page builds the same from the signed-in user', ['first_name', 'tenants, []'], accountPages, withoutServer),
  rule('§7', 'DELETE /api/auth/delete-account', ['/api/auth/delete-account'], 'api/my-data-deletion.test.ts', 'an account that is deleted ends at once, with its sessions, venues and payments'),
  rule('§7', 'DELETE /api/auth/delete-account leads to /', ['DELETE /auth/delete-account', 'url}/`'], accountPages, withoutServer),
  rule('§7', 'POST /api/auth/withdraw-consent', ['/api/auth/withdraw-consent'], 'api/my-data.test.ts', 'consent withdrawn is written down once, and the answer says what follows'),
  rule('§7', 'consent is withdrawn from the profile', ['/profile', 'Отозвать согласие'], 'e2e/account.test.ts', 'an owner takes each venue along as a workbook, and withdraws the consent'),
  rule('§7', 'GET /billing/plans', ['/api/billing/plans', 'plans'], 'api/billing/subscription.test.ts', 'the price list shows public plans in roubles, the billing one the free plan too'),
  rule('§7', 'GET /billing/subscription', ['/api/billing/subscription'], 'api/billing/subscription.test.ts', 'a newcomer has the free plan, without end'),
  rule('§7', 'POST /billing/create-subscription, POST /billing/create-payment: planId, billingPeriod → paymentUrl', ['create-subscription', 'create-payment', 'planId', 'billingPeriod', 'paymentUrl'], billingCalls, '${path} answers where to pay, and asking again gives the same payment'),
  rule('§7', 'POST /billing/change-plan: newPlanId, billingPeriod → upgrade_type, message, redirect_url', ['change-plan', 'newPlanId', 'billingPeriod', 'upgrade_type', 'message', 'redirect_url'], billingCalls, inWords, 'billing/calls.ts'),
  rule('§7', 'GET /billing/calculate-upgrade: newPlanId, billingPeriod → calculation', ['calculate-upgrade?newPlanId=', 'billingPeriod=monthly', 'calculation'], billingCalls, 'what the balance covers is changed at once'),
  rule('§7', 'POST /billing/cancel-subscription, POST /billing/cancel-scheduled-downgrade', ['cancel-subscription', 'cancel-scheduled-downgrade', 'success: true'], billingCalls, inWords),
  rule('§7', 'they answer success: false and an error', ['cancel-subscription', 'cancel-scheduled-downgrade', 'mistakeOf'], billingCalls, 'what is not sold is refused in words, and nothing is stored'),
  rule('§7', 'GET /billing/invoices: limit 20, offset 0', ['20 from 0', '20 from 20', '/api/billing/invoices'], billingJourneys, invoices),
  rule('§7', 'GET /billing/stats', ['stats'], billingCalls, 'the figures are of what was paid and of what will be'),
  rule('§7', 'POST /billing/create-payment: planId, billingPeriod; the browser goes to paymentUrl', ['POST /billing/create-payment', 'planId: 2', "billingPeriod: 'yearly'", 'paymentUrl'], planPages, sum),
  rule('§7', 'GET /api/billing/payment-status/{paymentId}', ['/api/billing/payment-status/', 'payment:'], billingCalls, 'anybody with its id sees what a payment is for, and that it was paid, without more'),
  rule('§7', 'a failed calculation shows nothing', ["'GET /billing/calculate-upgrade'] = [500]", "'alert').count(), 0"], subscriptionPage, noSum),
];

const messages: Rule[] = [
  rule('§8', 'my-data load failure', ['Не удалось загрузить данные'], accountPages, withoutServer),
  rule('§8', 'export failure, what is said and what is not', ['Ошибка при экспорте данных', 'Не удалось экспортировать данные'], accountPages, withoutServer),
  rule('§8', 'export success', ['Данные успешно экспортированы'], accountPages, myData),
  rule('§8', 'deletion failure and success', ['Ошибка при удалении аккаунта', 'Аккаунт успешно удален'], accountPages, withoutServer),
  rule('§8', 'consent withdrawal failure', ['Ошибка при отзыве согласия'], accountPages, 'the profile says what was not done'),
  rule('§8', 'subscription load failure', ['Не удалось загрузить данные подписки'], subscriptionPage, 'what cannot be loaded is said'),
  rule('§8', 'plan change failure: the server’s words, its own, of an exception', ['Слова сервера', 'Не удалось изменить план', 'Ошибка при обновлении плана'], subscriptionPage, refused),
  rule('§8', 'plan change successes', ['План успешно обновлен', 'Запланированное изменение отменено. Автопродление текущего плана включено.', 'Отмена подписки отменена. Автопродление включено.'], billingJourneys, changed),
  rule('§8', 'cancel success', ['Подписка отменена. Автопродление остановлено.'], billingJourneys, journey, 'billing/plan-walk.ts'),
  rule('§8', 'cancel failure', ['Слова сервера', 'Не удалось отменить подписку', 'Ошибка при отмене подписки'], subscriptionPage, refused),
  rule('§8', 'cancel of a scheduled change: failure', ['Слова сервера', 'Не удалось отменить запланированное изменение', 'Ошибка при отмене запланированного изменения'], subscriptionPage, refused),
  rule('§8', 'plan not found, and plan load error, with /plans', ['Тариф не найден', 'Ошибка загрузки тарифа', '**/plans'], planPages, noPlan),
  rule('§8', 'plans list load error', ['Ошибка загрузки тарифов'], planPages, 'plans that cannot be loaded are said'),
  rule('§8', 'payment creation', ['Сегодня не получится', 'Ошибка создания платежа'], planPages, unpaid),
  rule('§8', 'payment details', ['Ошибка загрузки данных платежа', 'Платеж не найден', 'Вернуться к подписке'], bankPage, settled),
  rule('§8', 'test payment: done', ['Платеж успешно обработан!', 'Платеж отменен'], bankPage, answered),
  rule('§8', 'test payment: failed', ['Ошибка обработки платежа', 'Ошибка отмены платежа'], bankPage, bankFails),
  rule('§8', 'unknown route leads to /', ['/no/such/page'], 'e2e/public.test.ts', 'an unknown address leads home, and every new page begins at its top'),
  rule('§8', 'errors carry an error field', ['success: false', 'error'], subscriptionPage, refused),
];

const constants: Rule[] = [
  rule('§9', 'the word of deletion', ['УДАЛИТЬ'], accountPages, 'the profile leads to the data, the privacy policy and the way out'),
  rule('§9', 'periods monthly and yearly, nothing else', ['weekly', 'invalid_input'], billingCalls, 'what is not sold is refused in words, and nothing is stored'),
  rule('§9', 'roubles', ['990 ₽'], 'owner-ui/billing-labels.test.ts', 'dates and sums are Russian'),
  rule('§9', 'saving = round((1 − yearly/(monthly·12))·100)', ['9900', '17', '1300'], 'owner-ui/plans.test.ts', 'the yearly saving is against twelve months, and never negative'),
  rule('§9', 'invoices: limit 20, offset 0', ['20 from 0'], billingJourneys, invoices),
  rule('§9', 'the banner’s delay: 1000 ms', ['DELAY_MS = 1000'], cookies, 'it has not come a moment before'),
  rule('§9', 'toasts: 4 s by default, 3 s of success', ['4000', '3000'], subscriptionPage, stays),
  rule('§9', 'toasts: 4 s of an error', ['runFor(3_500)', 'count(), 1', 'runFor(500)', 'detached'], 'owner-ui/sign-in-pages.test.ts', 'a success stays two seconds where people sign in, an error four'),
  rule('§9', 'test payment: 2 s and 1 s, then 3 s and 2 s', ['2000', '1000', '3000'], bankPage, answered),
  rule('§9', 'available 99.5% of a month', ['не менее 99,5% времени в месяц'], 'owner-ui/public-documents.test.ts', legal),
  rule('§9', 'support on working days, 10:00-18:00 Moscow time', ['в рабочие дни с 10:00 до 18:00 по московскому времени'], 'owner-ui/public-documents.test.ts', legal),
  rule('§9', 'planned works 24 hours ahead', ['не позже чем за 24 часа'], 'owner-ui/public-documents.test.ts', legal),
  rule('§9', 'tariff changes 30 days ahead', ['за 30 дней'], 'owner-ui/public-documents.test.ts', legal),
  rule('§9', 'refund after 72 hours, prorated; none otherwise', ['не устранена за 72 часа', 'пропорциональная оставшемуся времени', 'сами отказались', 'не пользовались', 'ожиданий'], 'owner-ui/public-documents.test.ts', legal),
  rule('§9', 'liability: the last month’s payment', ['ограничена суммой вашей оплаты за последний месяц'], 'owner-ui/public-documents.test.ts', legal),
  rule('§9', 'account data: 30 days', ['30 * DAY - 60_000'], retention, 'a deleted account is kept for thirty days, then nothing is left but payment documents of nobody'),
  rule('§9', 'a venue’s data: 7 days', ['7 * DAY - 60_000'], 'api/retention-venues.test.ts', "a deleted venue's data is kept for seven days, then its database, role, files and secrets are gone"),
  rule('§9', 'payment documents: 5 years', ['5 * YEAR'], retention, 'payment documents of people who are gone stay for five years, and then go too'),
  rule('§9', 'logs: 90 days', ['at(91)', 'at(89)'], retention, 'logs go after ninety days, sessions and links when they have run out'),
  rule('§9', 'the policy states all of these, and the daily backups', ['30 дней', '7 дней', '5 лет', '90 дней', '10 раундами', 'ограниченным сроком', 'Резервные копии делаются каждый день'], 'owner-ui/public-documents.test.ts', legal),
  rule('§9', 'passwords: 10 rounds', ['10\\$'], 'api/auth-passwords.test.ts', 'a password is kept as a hash of ten rounds'),
  rule('§9', 'tokens of limited lifetime', ['15 * 60'], 'api/auth.test.ts', 'the access token carries userId, email and role'),
  rule('§9', 'a receipt within 24 hours: with the payment', ['receipt'], 'api/billing/life.test.ts', 'a plan is bought, renewed with the saved method from the old end, and receipted each time'),
  rule('§9', 'setup takes about 5 minutes', ['около пяти минут'], 'owner-ui/public-documents.test.ts', questions),
  rule('§9', 'the week starts on Monday', ['MONDAY', 'firstDay'], publicPages, 'the week of the pages’ language begins on Monday'),
];

export const billingAndPublicPages: readonly Rule[] = [
  ...product,
  ...routes,
  ...choosing,
  ...managing,
  ...otherPages,
  ...entities,
  ...states,
  ...rulesOfInput,
  ...calls,
  ...messages,
  ...constants,
];

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: titles and paths as they are written in the tests
// biome-ignore-all format: a table, one rule a line
/** The owner and the account: the requirements of document 1, in its order. */
import { type Rule, rule } from './rule.ts';

const landing = 'owner-ui/public-pages.test.ts';
const signInPages = 'owner-ui/sign-in-pages.test.ts';
const accountPages = 'owner-ui/account-pages.test.ts';
const dashboard = 'owner-ui/dashboard.test.ts';
const wizardPage = 'owner-ui/wizard-page.test.ts';
const wizardState = 'owner-ui/wizard-state.test.ts';
const plans = 'owner-ui/plans.test.ts';
const expiry = 'owner-ui/expiry.test.ts';
const noAnswer = 'owner-ui/no-answer-of-ours.test.ts';
const providerJourneys = 'e2e/providers.test.ts';
const accountJourneys = 'e2e/account.test.ts';
const auth = 'api/auth.test.ts';
const providers = 'api/auth-providers.test.ts';
const sessions = 'api/sessions.test.ts';
const myData = 'api/my-data.test.ts';
const deletion = 'api/my-data-deletion.test.ts';
const provision = 'api/provisioning/provision.test.ts';
const subscription = 'api/billing/subscription.test.ts';

const sections = 'the landing has its sections, eight features, three steps, the anchors and all the links';
const builtInPlans = 'without plans and statistics the built-in ones are shown';
const signsIn = 'a sign-in keeps its four keys and leads to the plans';
const refusedSignIn = 'a refused sign-in says why';
const missingAtSignIn = 'sign-in asks for what is missing, at the field, until it is edited';
const unconfirmed = 'an address that is not confirmed is told in a box that sends the letter again';
const registers = 'registration asks for everything it needs, and nothing more';
const forgets = 'a forgotten password is asked about, sent, sent again, and left';
const resets = 'a link to a new password signs out whoever is signed in, then sets it';
const deadReset = 'a link to a new password that is no good offers another';
const confirmed = 'a confirmed address leads to the dashboard after two seconds';
const notConfirmed = 'a confirmation that failed is tried again; without a token there is nothing to try';
const briefToast = 'a success stays two seconds where people sign in, an error four';
const profile = 'the profile says what was not done';
const changesPassword = 'a new password is asked for by the words of the agreement';
const wayOut = 'the profile leads to the data, the privacy policy and the way out';
const withoutServer = 'data that cannot be asked for is built from whoever is signed in';
const unauthorised = 'a 401 of a call of sign-in itself signs out and leads to the sign-in';
const guestAt = 'a guest who opens ${path} is led to the sign-in';
const signedInAt = 'whoever is signed in and opens ${path} is led to the dashboard';
const facts = 'a venue is shown with its facts, its links and what can be done to it';
const labels = 'each state has its label; only an active venue restarts, a deleted one is not listed';
const failures = 'what could not be done to a venue is said';
const asksFirst = 'a new venue is asked for first, and refused by the plan’s limit';
const loudness = 'the warning says how much is left, the louder the nearer';
const checksAddress = 'an address is checked half a second after the last key, from three characters on';
const addressAnswer = 'what the server says of an address is shown, with what else would do';
const eachStep = 'each step asks for what it needs';
const making = 'the making goes on by ten per cent a second to ninety, and ends with the answer';
const opens = 'an owner opens a venue whose administrator can sign in at once';
const newcomer = '${provider}: somebody new gets an account, a session, the free plan and a welcome';
const throughYandex = 'on ${size} somebody new comes through Yandex to the plan pressed on the landing page, and stays signed in';
const refusesOrder = 'an order with ${JSON.stringify(wrong).slice(0, 40)} is refused at "${field}" and stores nothing';

const product: Rule[] = [
  rule('§1', 'stock is changed in the chat by a name plus or minus a quantity', ['Джемесон +0,7', '4,6 → 5,3 л'], 'tenant-runtime/bot/chat.test.ts', 'a message changes the stock and is echoed with one button that undoes it once'),
  rule('§1', 'a barcode is scanned by the camera and counted', ['4600494000737'], 'e2e/scanner.test.ts', 'a bottle shown to the camera is found by its code and counted on the keypad'),
  rule('§1', 'the scanner works offline after its first load', ['offlineReady'], 'e2e/scanner.test.ts', 'without a connection the scanner opens, finds and records; everything arrives once'),
  rule('§1', 'a venue looks a bottle up in the global catalogue', ['4006381333931', 'VENUE.secret'], 'api/catalogue.test.ts', 'a venue looks a bottle up with its own secret alone'),
  rule('§1', 'lists are imported from Excel', ['.xlsx'], 'e2e/spreadsheets.test.ts', 'a price list is previewed with its bad rows, loaded, and taken back whole'),
  rule('§1', 'lists are exported to Excel', ['xlsx'], 'tenant-runtime/spreadsheets/routes.test.ts', 'exported texts that look like formulas are text, and come back unchanged with everything else'),
  rule('§1', 'a weight less the tare is what remains in the bottle', ['weight_empty_g: 420', 'grams: 705', 'quantity: 0.3'], 'tenant-runtime/panel/weight.test.ts', "what remains is told with the scale's own error"),
  rule('§1', 'a venue is isolated: its role connects to its own database alone', ['42501'], provision, "a venue's role can connect to its own database and to no other of the platform"),
  rule('§1', 'a venue has its subdomain under the base domain {host}', ['web_url', '.localhost'], provision, opens),
  rule('§1', 'without a token nothing answers', ['401'], 'api/every-route.test.ts', 'every route of the platform asks who is there, and administration is for administrators'),
  rule('§1', 'plans are priced in roubles per month', ['₽/мес'], plans, 'a price is grouped as in Russian and is per month'),
  rule('§1', 'the landing claims 5 minutes to start and 99.5% uptime', ['5 минут', '99,5%'], landing, sections),
  rule('§1', 'the number of venues is limited by the plan', ['1/1'], provision, 'when two orders race for the last place of a plan, one is refused'),
];

const landingPage: Rule[] = [
  rule('§2 /', 'the top leads to #features, #pricing, /faq, /login and /register; the footer to /terms, /privacy, /company-info, /faq', ['/#features', '/#pricing', '/faq', '/login', '/register', '/terms', '/privacy', '/company-info', 'footer a'], landing, sections),
  rule('§2 /', '/dashboard stands in place of /login when signed in', ['/dashboard'], landing, 'who is signed in goes from a plan to its payment, and from the top to their venues'),
  rule('§2 /', 'the mobile menu toggles', ['Открыть меню', 'Закрыть меню'], landing, 'on a phone the menu opens, is closed by Escape and by a choice, and nothing is wider than the screen'),
  rule('§2 /', 'hero, 8 features, 3 steps, scales, pricing, final call, footer and #demo', ['Остатки бара', '#features li', '8', 'ol li', '3', 'Bluetooth-весы', 'Тарифы', 'Посчитайте бар', '#demo'], landing, sections),
  rule('§2 /', 'public statistics are live, thousands as K+', ['2K+', '104K+', 'clientCount: 2345'], landing, sections, 'owner-pages/public.ts'),
  rule('§2 /', 'the price less the discount, the price before struck through, the badge -N% скидка', ['discount_percent: 15', '1990', '1\\s691', "locator('s')", '-15% скидка'], landing, 'prices follow the discount, and an absent one is asked for', 'owner-pages/public.ts'),
  rule('§2 /', 'a zero or missing price is asked for', ['По запросу', "'0'", 'null'], plans, 'a plan without a price, or with zero, is on request'),
  rule('§2 /', 'prices have Russian grouping and ₽/мес', ['1\\u00a0990\\u00a0₽/мес'], plans, 'a price is grouped as in Russian and is per month'),
  rule('§2 /', 'signed in, a plan leads to /subscription/payment/{planId}', ['/subscription/payment/4'], landing, 'who is signed in goes from a plan to its payment, and from the top to their venues'),
  rule('§2 /', 'a guest goes from a plan to /register; the corporate plan is a mail-to', ['/register', 'mailto:'], landing, 'prices follow the discount, and an absent one is asked for'),
  rule('§2 /', 'without the plans: Стартовый at 990, Профессиональный at 1990 featured, Корпоративный on request', ['Стартовый', '990', 'Профессиональный', '1\\s990', 'популярный', 'Корпоративный', 'По запросу'], landing, builtInPlans),
];

const signInScreens: Rule[] = [
  rule('§2 /login', 'email, password and remember-me; links to /forgot-password and /register', ['Запомнить меня', 'rememberMe: false', '/forgot-password', '/register'], signInPages, signsIn),
  rule('§2 /login', 'two buttons lead to /api/auth/{provider}', ['/api/auth/yandex', '/api/auth/github'], signInPages, signsIn),
  rule('§2 /login', 'on return with an error: a toast, the address cleaned', ['Ошибка авторизации через Яндекс: вы отменили вход', "at('/login')"], providerJourneys, 'on ${size} whoever says no at the provider is told so on a clean page'),
  rule('§2 /login', 'on return with a token: stored, a welcome, /plans', ['Добро пожаловать!', '**/plans', 'token', 'token='], providerJourneys, throughYandex),
  rule('§2 /login', 'the token’s payload gives userId, email and role', ['userId', 'email', 'role'], 'owner-ui/session-token.test.ts', 'a token says who it is, in any alphabet'),
  rule('§2 /login', 'the box about an address that is not confirmed has a resend and a close, and goes after a resend', ['Email не подтвержден', 'Отправить повторно', 'Закрыть', 'detached'], signInPages, unconfirmed),
  rule('§2 /register', 'email, name, companyName with its hint, password, its confirmation, the terms; then /plans', ['Поможет создать поддомен', 'companyName', 'Пароль ещё раз', 'checkbox', '**/plans'], signInPages, registers),
  rule('§2 /register', '/terms and /privacy open beside; provider buttons', ['/terms', '/privacy', "waitForEvent('page')", '/api/auth/yandex'], signInPages, 'the terms and the privacy policy open beside the registration'),
  rule('§2 /forgot-password', 'after the letter: valid for 1 hour, sent again, back to the sign-in', ['1 час', 'Отправить ещё раз', 'Вернуться ко входу', '**/login'], signInPages, forgets),
  rule('§2 /reset-password?token', 'a signed-in user is signed out first; then a confirmation with a button to /login', ['POST /auth/logout', 'Пароль изменён', '**/login'], 'owner-ui/letter-links.test.ts', resets),
  rule('§2 /reset-password?token', 'without a token an invalid link leads to /forgot-password and the sign-in', ["open(page, '/reset-password')", 'Недействительная ссылка', '**/forgot-password', '**/login'], 'owner-ui/letter-links.test.ts', deadReset),
  rule('§2 /verify-email?token', 'progress, success, /dashboard after 2 seconds', ['Подтверждаем email', 'Email подтверждён', 'runFor(1_800)', 'runFor(200)', '**/dashboard'], 'owner-ui/letter-links.test.ts', confirmed),
  rule('§2 /verify-email?token', 'an error is said, with a retry and the sign-in; without a token the sign-in and /register', ['Повторить', "open(page, '/verify-email')", '/login', '/register'], 'owner-ui/letter-links.test.ts', notConfirmed),
];

const wizard: Rule[] = [
  rule('§2 /wizard', 'six steps in their order, 1→2→3→4→5→6', ['step, 5', 'step, 6'], wizardState, 'the steps go from one to six'),
  rule('§2 /wizard', 'subdomain, bot token with a name, administrator, confirmation, provisioning, success', ['Поддомен', 'Токен бота', 'Логин администратора', 'Всё верно?', 'progressbar', 'Заведение работает!'], wizardPage, making),
  rule('§2 /wizard', 'the header leads to / and /dashboard', ["'/'", '/dashboard'], wizardPage, eachStep),
  rule('§2 /wizard', 'back from steps 2 to 4 alone', ["type: 'back'"], wizardState, 'one goes back from the second to the fourth step only'),
  rule('§2 /wizard', 'it takes about a minute', ['около минуты'], wizardPage, eachStep),
  rule('§2 /wizard', 'the token is shown by its first 20 characters', ['TOKEN.slice(0, 20)'], wizardPage, making),
  rule('§2 /wizard', 'success shows the credentials and leads to /dashboard', ['credentials.password', '/dashboard'], wizardPage, making),
];

const ownersPages: Rule[] = [
  rule('§2 /dashboard', 'a banner asks for the confirmation of the address', ['Подтвердите email', 'POST /auth/resend-verification'], dashboard, 'whoever has not confirmed the address is asked to, and may have the letter again'),
  rule('§2 /dashboard', 'a warning of the subscription’s end', ['До конца подписки'], dashboard, loudness),
  rule('§2 /dashboard', 'the admin panel for role admin alone; /subscription, /profile and the way out for all', ["role: 'admin'", '/admin', '/subscription', '/profile', 'Выйти'], dashboard, 'the sections and the way out are there for all, the admin panel for administrators'),
  rule('§2 /dashboard', 'cards: all venues, active ones, the plan, Starter as fallback', ['Заведений', 'Активных', 'Starter'], dashboard, 'the cards count the venues and name the plan, Starter where there is none'),
  rule('§2 /dashboard', 'a venue shows its name or subdomain, status, date in ru-RU, users, links and buttons', ['nameless', '04.03.2026', '3 пользователя', 'Открыть панель', '@bar_bot', 'Перезапустить', 'Сбросить пароль', 'Удалить'], 'owner-ui/dashboard-venues.test.ts', facts),
  rule('§2 /dashboard', 'a deletion is confirmed in place', ['Да, удалить', 'DELETE /provision/tenant/t-bar'], 'owner-ui/dashboard-venues.test.ts', failures),
  rule('§2 /dashboard', 'a new password is shown in a modal with a button that copies it', ['dialog', 'Логин', 'Скопировать: пароль', 'clipboard.readText'], 'owner-ui/dashboard-venues.test.ts', 'a new password is shown once, with a button that copies it'),
  rule('§2 /dashboard', 'creating goes to /wizard after the check', ['GET /provision/can-create', '**/wizard'], dashboard, asksFirst),
  rule('§2 /profile', 'the email is not editable', ['readonly', 'Имя'], accountPages, profile),
  rule('§2 /profile', 'the password is changed', ['Текущий пароль', 'Новый пароль ещё раз', 'Пароль изменён'], accountJourneys, 'a person registers, confirms the address, looks after the account, takes the data along and goes'),
  rule('§2 /profile', 'the facts of the account: plan, address, role, ways in, since when', ['Профессиональный', 'подтверждён', 'Владелец', '04.03.2026'], accountPages, 'the profile shows the facts of the account'),
  rule('§2 /profile', 'links to /my-data and /privacy; export, consent and deletion', ['/my-data', '/privacy', 'Удалить аккаунт'], accountPages, wayOut),
  rule('§2 /profile', 'export and consent withdrawal', ['Экспортировать данные', 'Отозвать согласие'], accountPages, profile),
  rule('§2 /profile', 'the word is typed exactly', ['УДАЛИТЬ', 'удалить', 'isEnabled'], accountPages, wayOut),
];

const entities: Rule[] = [
  rule('§3', 'session keys token, refreshToken, user, rememberMe', ['token', 'refreshToken', 'user', 'rememberMe'], signInPages, signsIn),
  rule('§3', 'a user has id, email, email_verified, name, company_name, phone, role, status, plan, created_at', ['id', 'email', 'email_verified', 'name', 'company_name', 'phone', 'role', 'status', 'plan', 'displayName', 'created_at'], auth, 'registration signs in, gives the free plan and tells nothing of the password'),
  rule('§3', 'a sign-in refused answers error and requiresEmailVerification', ['requiresEmailVerification: true', 'success: false'], auth, 'an address unconfirmed for a week is asked to confirm at sign-in'),
  rule('§3', 'a public plan has id, display_name, description, price_monthly as text, discount_percent, features, is_featured', ['id', 'display_name', 'description', "'990'", 'price_monthly', 'discount_percent', 'features', 'is_featured'], subscription, 'the price list shows public plans in roubles, the billing one the free plan too'),
  rule('§3', 'features are an ordered list, or flags by name', ['order: 2', 'Сканер: true', 'Весы: false', "Поддержка: 'Личный менеджер'"], plans, 'features come in their order, from any of the shapes they are kept in'),
  rule('§3', 'public statistics default to 10 and 100000 at the server', ['clientCount: 10', '100_000'], subscription, 'the public figures never fall below their least, and the configuration needs no token'),
  rule('§3', 'a venue has tenant_id, subdomain, display_name, status, web_url, bot_username, created_at, stats.userCount', ['tenant_id', 'subdomain', 'display_name', 'status', 'web_url', 'bot_username', 'created_at', 'userCount'], provision, opens),
  rule('§3', 'a venue is ordered with subdomain, botToken, displayName, adminUsername, adminPassword', ['subdomain', 'botToken', 'displayName', 'adminUsername', 'adminPassword'], wizardState, 'an empty password is not sent, and an empty name becomes the subdomain'),
  rule('§3', 'the subscription’s summary: status, days_remaining, is_expiring_soon, is_free_plan, plan (name, display_name)', ['status', 'days_remaining', 'is_expiring_soon', 'is_free_plan', 'name', 'display_name'], subscription, 'a newcomer has the free plan, without end'),
];

const states: Rule[] = [
  rule('§4', 'a 401 of an authentication call clears the four keys and leads to /login', ['token', 'refreshToken', 'user', 'rememberMe', '**/login', '401'], accountPages, unauthorised, 'owner-pages/account.ts'),
  rule('§4', 'a 401 elsewhere is the calling screen’s to tell', ['[401, ', 'dashboard', "getItem('token')"], 'owner-ui/dashboard-venues.test.ts', 'a 401 of a venue’s call is for the dashboard to tell, and signs nobody out'),
  rule('§4', 'after the sign-in /plans', ['**/plans'], signInPages, signsIn),
  rule('§4', 'after the registration /plans', ['**/plans'], signInPages, registers),
  rule('§4', 'a confirmation signs in with the token it returns', ["token, 'access'"], 'owner-ui/letter-links.test.ts', confirmed),
  rule('§4', 'signing out ends the session', ['Выйти', '**/login', '401'], accountJourneys, 'signing out in one tab leads the other to the sign-in, and signing in leads past it'),
  rule('§4', 'deleting the account ends the session', ['Аккаунт успешно удален', 'keys(page)'], accountPages, withoutServer),
  rule('§4', 'the forgotten password’s form becomes the sent view', ['Ссылка действительна 1 час'], signInPages, forgets),
  rule('§4', 'labels of a venue’s status', ['Активен', 'Создается', 'Приостановлен'], 'owner-ui/dashboard-venues.test.ts', labels),
  rule('§4', 'the label of a deleted venue, where one is still told of', ['Удален', 'Активен'], accountPages, 'my data shows the person, the subscription and the venues'),
  rule('§4', 'restart and reset for an active venue alone', ['isEnabled', 'Перезапустить', 'Сбросить пароль'], 'owner-ui/dashboard-venues.test.ts', labels),
  rule('§4', 'the server refuses them too', ['409', '/restart'], 'api/tenants/admin.test.ts', 'a suspended venue says so and comes back when activated'),
  rule('§4', 'deleted venues leave the list', ['deleted', '3)'], 'owner-ui/dashboard-venues.test.ts', labels),
  rule('§4', 'expired and past_due disable the buttons that create', ['expired', 'past_due', 'isDisabled'], dashboard, 'a subscription that is ${status} disables the buttons that create'),
  rule('§4', 'a free or a non-expiring subscription warns of nothing', ['is_free_plan: true', 'is_expiring_soon: false'], dashboard, loudness),
  rule('§4', 'a failed creation returns to step 4', ['step, 4', 'failed'], wizardState, 'a failed creation returns to the fourth step with all that was typed'),
  rule('§4', 'progress goes 10% a second, to 90% at most', ['1000', '10, 30, 80, 90, 90'], wizardState, 'progress grows ten per cent a second and waits at ninety for the answer'),
  rule('§4', 'its messages: container, database, system; the answer completes it', ['Готовим место для заведения', 'Инициализируем базу данных', 'Настраиваем систему', 'runFor(1_000)', '90 %'], wizardPage, making),
  rule('§4', 'the warning is for 7 days or fewer', ['ending(8)', '[7, '], dashboard, loudness),
  rule('§4', 'dismissed for the rest of the day, in the session', ['2026-11-22T00:01:00', 'detached', 'reload', 'anotherSession'], dashboard, 'a warning sent away stays away for the day, in this session'),
  rule('§4', 'critical at 1 or less, high at 3 or fewer, medium otherwise', ['[7, 4, 3, 2, 1, 0]', 'critical', 'high', 'medium'], expiry, 'the nearer the end, the louder the warning'),
  rule('§4', 'the critical one says that all venues are suspended', ['1 день', 'заведения будут приостановлены'], expiry, 'the last day says that the venues will be suspended'),
  rule('§4', 'day words for 1, 2–4 and others', ['1 день', '3 дня', '7 дней'], dashboard, loudness),
  rule('§4', 'day words for every count', ['день', 'дня', 'дней', '1, 2, 5, 11, 14, 21'], 'kit/web-format.test.ts', 'a word takes the form of its count'),
];

const validation: Rule[] = [
  rule('§5', 'sign-in: email required, of its form {email}', ['Email обязателен', 'Неверный формат email'], signInPages, missingAtSignIn),
  rule('§5', 'sign-in: password required', ['Пароль обязателен'], signInPages, missingAtSignIn),
  rule('§5', 'registration: email', ['Email обязателен'], signInPages, registers),
  rule('§5', 'registration: password of 8', ['Пароль должен быть минимум 8 символов', 'кратко'], signInPages, registers),
  rule('§5', 'registration: confirmation', ['Пароли не совпадают', 'иначе'], signInPages, registers),
  rule('§5', 'registration: name', ['Имя обязательно'], signInPages, registers),
  rule('§5', 'registration: terms', ['Необходимо согласиться с условиями'], signInPages, registers),
  rule('§5', 'registration: companyName is optional', ["companyName: ''"], signInPages, registers),
  rule('§5', 'forgotten password: email required', ['Введите email адрес'], signInPages, forgets),
  rule('§5', 'resend: email required', ['Введите email для повторной отправки'], signInPages, unconfirmed),
  rule('§5', 'reset: token required', ['Недействительная ссылка для сброса пароля'], 'owner-ui/letter-links.test.ts', deadReset),
  rule('§5', 'reset: non-empty, at least 8, equal', ['Введите новый пароль', "'1234567'", 'Пароль должен содержать минимум 8 символов', 'Пароли не совпадают'], 'owner-ui/letter-links.test.ts', resets),
  rule('§5', 'change of password: current and new required, at least 8, equal', ['Введите текущий пароль', 'Введите новый пароль', 'Пароль должен содержать минимум 8 символов', 'Пароли не совпадают'], accountPages, changesPassword),
  rule('§5', 'a wrong current password stands on its field', ['Invalid old password', 'Неверный текущий пароль', 'input[name=oldPassword]:focus'], accountPages, changesPassword),
  rule('§5', 'the server says it so', ['Invalid old password', 'Неверный текущий пароль'], 'api/auth-passwords.test.ts', 'the password changes with the old one alone, and other sign-ins end'),
  rule('§5', 'subdomain: lower-cased, a–z, 0–9 and hyphen alone', ['Bar-Чистые 24!', 'bar-24'], wizardState, 'an address keeps lower-case Latin letters, digits and hyphens'),
  rule('§5', 'subdomain: checked 500 ms after the last key, from 3 characters on', ["'BA'", 'runFor(450)', 'runFor(100)', 'length === 1', 'bar1'], wizardPage, checksAddress),
  rule('§5', 'subdomain: goes on only when valid; errors and suggestions are shown', ['Пожалуйста, выберите корректный поддомен', 'Этот поддомен уже занят', 'bar-2'], wizardPage, addressAnswer),
  rule('§5', 'bot token required', ['Пожалуйста, введите токен бота'], wizardPage, eachStep),
  rule('§5', 'the display name falls back to the subdomain', ["displayName: '  '", "displayName: 'bar'"], wizardState, 'an empty password is not sent, and an empty name becomes the subdomain'),
  rule('§5', 'administrator: required, without @, and the field shakes', ['Пожалуйста, введите логин администратора', 'Вводите username БЕЗ знака @', 'shake'], wizardPage, eachStep),
  rule('§5', 'administrator: the server refuses @ and a password under 6', ['@boss', "'12345'"], provision, refusesOrder),
  rule('§5', 'administrator’s password: at least 6', ["'12345'", 'не короче 6 символов'], wizardPage, eachStep),
  rule('§5', 'administrator’s password: else 12 letters and digits', ['/^[A-Za-z0-9]{12}$/'], provision, opens),
  rule('§5', 'deletion: the button is disabled without the word', ['УДАЛИТЬ', 'УДАЛИТЬ '], accountPages, wayOut),
  rule('§5', 'deletion: sent without the word', ['Введите "УДАЛИТЬ" для подтверждения'], accountJourneys, 'a person registers, confirms the address, looks after the account, takes the data along and goes'),
  rule('§5', 'a field’s error goes when it is edited', ["state: 'detached'", 'Email обязателен'], signInPages, missingAtSignIn),
];

const roles: Rule[] = [
  rule('§6', 'the role stands in the token', ["role: 'customer'", 'userId'], auth, 'the access token carries userId, email and role'),
  rule('§6', 'guests alone see /login, /register and /forgot-password: others go to /dashboard', ["'/login', '/register', '/forgot-password'", '**/dashboard'], accountPages, signedInAt),
  rule('§6', 'guests are led from private pages to /login', ['/wizard', '/dashboard', '/profile', '**/login'], accountPages, guestAt),
  rule('§6', 'the plan limits venues: canCreate, current, limit', ['canCreate: false, current: 1, limit: 1'], provision, 'when two orders race for the last place of a plan, one is refused'),
];

const calls: Rule[] = [
  rule('§7', 'all calls go under /api with JSON and a Bearer token, and are unwrapped to the body', ["base: '/api'", 'Bearer token'], 'kit/web-api-client.test.ts', 'a call carries the token and comes back unwrapped to the body'),
  rule('§7', 'POST /auth/register → user, token', ['/api/auth/register', 'bearer(body)', 'companyName'], auth, 'registration signs in, gives the free plan and tells nothing of the password'),
  rule('§7', 'POST /auth/register → refreshToken', ['/api/auth/register', 'refreshToken'], providers, '${provider}: whoever registered the address before it was proven keeps neither password nor session', 'account/providers.ts'),
  rule('§7', 'POST /auth/login {email, password, rememberMe}: what it remembers lasts longer', ['rememberMe: true', 'rememberMe: false'], sessions, 'a sign-in lasts a day, a remembered one thirty'),
  rule('§7', 'POST /auth/login as the page sends it', ['POST /auth/login', 'rememberMe: false'], signInPages, signsIn),
  rule('§7', 'POST /auth/login → success, user, token, refreshToken', ['/api/auth/login', 'rememberMe: true', 'success: true', 'user: { id, email }', 'bearer(body)', 'body.refreshToken'], auth, 'a sign-in answers who it is, with both tokens'),
  rule('§7', 'POST /auth/login refused → error', ['/api/auth/login', 'success: false', 'error:'], auth, 'a wrong password and an unknown address are refused alike'),
  rule('§7', 'POST /auth/logout', ['POST /auth/logout', 'Bearer access'], 'owner-ui/letter-links.test.ts', resets),
  rule('§7', 'POST /auth/logout ends the session at the server', ['logout', 'over'], sessions, 'signing out ends the access token at once, and other sign-ins stay'),
  rule('§7', 'GET /auth/me → user', ['/api/auth/me', 'me.body.user'], auth, 'registration signs in, gives the free plan and tells nothing of the password'),
  rule('§7', 'PUT /auth/me', ['/api/auth/me', 'put('], auth, 'a profile keeps what is not sent and empties what is sent empty'),
  rule('§7', 'POST /auth/change-password {oldPassword, newPassword}', ['/api/auth/change-password', 'oldPassword, newPassword'], 'api/auth-passwords.test.ts', 'the password changes with the old one alone, and other sign-ins end'),
  rule('§7', 'POST /auth/forgot-password {email}', ['/api/auth/forgot-password', 'email: to'], 'api/auth-passwords.test.ts', 'a forgotten password of an unknown address is answered alike, in the same time'),
  rule('§7', 'POST /auth/reset-password {token, newPassword}', ['/api/auth/reset-password', 'token, newPassword'], 'api/auth-passwords.test.ts', 'a reset by letter changes the password, signs out everywhere and works once'),
  rule('§7', 'POST /auth/refresh {refreshToken}', ['/api/auth/refresh', 'refreshToken'], accountJourneys, 'signing out in one tab leads the other to the sign-in, and signing in leads past it'),
  rule('§7', 'POST /auth/refresh gives the next pair', ['refresh(first.refreshToken)'], sessions, 'each refresh gives the next token, and its access token names the user'),
  rule('§7', 'POST /auth/verify-email {token} → token, user', ['/api/auth/verify-email', 'body.user.email_verified', 'bearer(first.body)'], auth, 'the letter confirms the address and signs in, once'),
  rule('§7', 'POST /api/auth/resend-verification {email}', ['/api/auth/resend-verification', 'Ссылка для подтверждения отправлена на ваш email'], auth, 'a confirmation asked for again is answered alike for every address, and sent where it is missing'),
  rule('§7', 'GET /api/auth/{provider} leads away and comes back with the provider and no token', ['/api/auth/${provider}', "['provider']", '/login', 'yandex', 'github'], providers, newcomer, 'account/providers.ts'),
  rule('§7', 'GET /api/auth/{provider} comes back with an error', ['query.error', 'вы отменили вход'], providers, '${provider}: what goes wrong leads back to the page with a sentence'),
  rule('§7', 'GET /api/auth/export-data', ['/api/auth/export-data'], myData, 'the export shows what each of these tables holds of a person, and of nobody else'),
  rule('§7', 'GET /api/auth/export-data is saved as my-data-{date}.json', ['my-data-${today}.json'], accountPages, 'my data shows the person, the subscription and the venues'),
  rule('§7', 'DELETE /api/auth/delete-account → success', ['/api/auth/delete-account', 'body.success'], deletion, 'an account that is deleted ends at once, with its sessions, venues and payments'),
  rule('§7', 'POST /api/auth/withdraw-consent', ['/api/auth/withdraw-consent'], myData, 'consent withdrawn is written down once, and the answer says what follows'),
  rule('§7', 'POST /provision/check-subdomain {subdomain} → valid, errors, suggestions; /provision/suggest-subdomain {companyName}; /provision/generate-subdomain', ['/api/provision/', 'check-subdomain', 'valid: false, errors:', 'suggestions', 'suggest-subdomain', 'companyName', 'generate-subdomain'], provision, 'subdomains are checked, suggested from a Russian name and generated'),
  rule('§7', 'GET /provision/can-create → canCreate, current, limit', ['/api/provision/can-create', 'canCreate: false, current: 1, limit: 1'], provision, 'when two orders race for the last place of a plan, one is refused'),
  rule('§7', 'POST /provision/create → adminCredentials {username, password}', ['/api/provision/create', "adminCredentials, { username: 'boss', password: 'kegs-and-corks' }"], provision, 'with Prefer: respond-async the order is answered at once and its steps can be followed'),
  rule('§7', 'DELETE /provision/tenant/{id}', ['DELETE', '/api/provision/tenant/'], 'api/tenants/owner-acts.test.ts', 'a deleted venue is gone at once; its name and bot are free, its data is kept and shut'),
  rule('§7', 'GET /provision/my-tenants', ['/api/provision/my-tenants'], provision, opens),
  rule('§7', 'GET /provision/tenant/{id}/status', ['/status', 'provision.steps'], provision, 'with Prefer: respond-async the order is answered at once and its steps can be followed'),
  rule('§7', 'GET /provision/tenant/{id}/stats', ['/stats', 'userCount: 1'], 'api/tenants/owner-acts.test.ts', 'stats are asked of the venue itself'),
  rule('§7', 'POST /provision/tenant/{id}/restart', ['/restart', 'endpoint'], 'api/tenants/owner-acts.test.ts', 'a restarted venue serves the same data from a new process'),
  rule('§7', 'POST /provision/tenant/{id}/reset-password → credentials (login, password)', ['/reset-password', 'credentials.login', 'password'], 'api/tenants/owner-acts.test.ts', 'a reset password works and the old one does not'),
  rule('§7', 'GET /api/public/plans → success, plans, without a token', ['/api/public/plans', 'body.plans', 'body.success'], subscription, 'the price list shows public plans in roubles, the billing one the free plan too'),
  rule('§7', 'GET /api/public/stats → stats, without a token', ['/api/public/stats', 'body.stats'], subscription, 'the public figures never fall below their least, and the configuration needs no token'),
];

const messages: Rule[] = [
  rule('§8', 'sign-in: the server’s error, else the page’s', ['WRONG', 'Ошибка входа'], signInPages, refusedSignIn),
  rule('§8', 'defaults of the store and fallbacks in English', ['Login failed', 'Registration failed', 'Update failed', 'Password change failed', 'Failed to fetch tenants'], noAnswer, 'a 200 that holds nothing of what was asked is a failure, which the log names in English'),
  rule('§8', 'registration', ['Ошибка регистрации'], signInPages, registers),
  rule('§8', 'the provider’s error: Ошибка авторизации через {provider}: {error}', ['Ошибка авторизации через Яндекс: вы отменили вход'], providerJourneys, 'on ${size} whoever says no at the provider is told so on a clean page'),
  rule('§8', 'a token in the address signs in nobody', ['nonsense', 'owner.token'], providerJourneys, 'a token in the address signs in nobody, be it good, made up or none'),
  rule('§8', 'resend', ['Ссылка для подтверждения отправлена на ваш email', 'Ошибка отправки'], signInPages, unconfirmed),
  rule('§8', 'forgotten password', ['Письмо с инструкциями отправлено на ваш email', "'Произошла ошибка'", 'Произошла ошибка при отправке письма'], signInPages, forgets),
  rule('§8', 'reset', ['Произошла ошибка при сбросе пароля'], 'owner-ui/letter-links.test.ts', resets),
  rule('§8', 'confirmation of the address', ['Ошибка подтверждения email', 'Недействительная ссылка для подтверждения email'], 'owner-ui/letter-links.test.ts', notConfirmed),
  rule('§8', 'generated subdomain', ['Ошибка генерации поддомена'], wizardPage, addressAnswer),
  rule('§8', 'creation of a venue, back at the confirmation', ['Ошибка создания заведения', 'Всё верно?'], wizardPage, making),
  rule('§8', 'restart, deletion, reset', ['Ошибка перезапуска', 'Ошибка удаления', 'Ошибка сброса пароля'], 'owner-ui/dashboard-venues.test.ts', failures),
  rule('§8', 'the limit: Достигнут лимит заведений: {current}/{limit}, and a check that failed', ['Достигнут лимит заведений: 2/2. Обновите подписку для создания новых заведений.', 'Не удалось проверить возможность создания заведения'], dashboard, asksFirst),
  rule('§8', 'profile', ['Не удалось обновить профиль'], accountPages, profile),
  rule('§8', 'password', ['Не удалось изменить пароль'], accountPages, changesPassword),
  rule('§8', 'export and consent', ['Ошибка при экспорте данных', 'Ошибка при отзыве согласия'], accountPages, profile),
  rule('§8', 'deletion of the account', ['Ошибка при удалении аккаунта'], accountPages, withoutServer),
];

const constants: Rule[] = [
  rule('§9', 'a reset link is good for 1 hour', ['59 * MINUTE', '200', '2 * MINUTE', '400'], 'api/auth-passwords.test.ts', 'a reset link runs out after an hour, and only its hash is stored'),
  rule('§9', 'the landing shows 10 clients and 100000 products by default', ['100K+', '/^10$/'], landing, builtInPlans),
  rule('§9', 'three plans by default: 990, 1990 featured, on request', ["['Стартовый', '990', false]", "['Профессиональный', '1990', true]", "['Корпоративный', null, false]"], plans, 'without the server three plans are shown'),
  rule('§9', 'a success stays 2 s in the sign-in area, an error 4 s', ['runFor(1_500)', 'runFor(3_500)', 'runFor(500)'], signInPages, briefToast),
  rule('§9', 'a success stays 3 s elsewhere', ['runFor(2_500)', 'runFor(500)'], dashboard, 'here a success stays three seconds'),
  rule('§9', 'others stay 4 s', ['already_subscribed', '4000'], 'owner-ui/subscription-page.test.ts', 'in the rooms a toast about ${kind} stays ${stays} ms'),
  rule('§9', 'at most 20 toasts at once', ['SHOWN_AT_ONCE = 20', 'SHOWN_AT_ONCE + 5'], 'owner-ui/public-toasts.test.ts', 'twenty toasts at most are shown at once'),
  rule('§9', 'the toasts sit at the top right', ['80px', 'getBoundingClientRect().right'], 'e2e/public.test.ts', 'a toast stands at the right, 80 px below the top, an error for four seconds'),
  rule('§9', 'a phone is told to install the app, up to 768 px', ['width: 768', 'width: 769', 'Установить'], 'tenant-runtime/scanner/sign-in.test.ts', 'a phone is told to install the scanner, up to 768 px; the browser’s own offer is taken'),
  rule('§9', 'max_instances of the plan limits the venues, max_users_per_instance the users', ['maxInstances: 3', 'maxUsersPerInstance: 20'], subscription, 'the limits are those of the plan'),
];

export const ownerAndAccount: readonly Rule[] = [
  ...product,
  ...landingPage,
  ...signInScreens,
  ...wizard,
  ...ownersPages,
  ...entities,
  ...states,
  ...validation,
  ...roles,
  ...calls,
  ...messages,
  ...constants,
];

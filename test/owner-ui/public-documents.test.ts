import { browserTest } from '../support/browser/browser.ts';
import { answerCalls, config } from '../support/owner-pages/owner-pages.ts';
import { setUpOwnerPages } from '../support/owner-pages/pages.ts';
import { answers, open } from '../support/owner-pages/public.ts';

setUpOwnerPages();

browserTest(
  'the questions have seven topics, open by the keyboard and are told to search engines',
  async (t, { page }) => {
    await answerCalls(page, answers());
    await open(page, '/faq');
    t.deepEqual(await page.locator('section h2').allInnerTexts(), [
      'Чат-бот',
      'Сканирование штрихкодов',
      'Веб-панель',
      'Excel',
      'Пользователи и права',
      'Безопасность и данные',
      'Общие вопросы',
      'Не нашли ответа?',
    ]);
    const answer = page.getByText(/Литры и миллилитры/).first();
    t.false(await answer.isVisible());
    await page.locator('summary', { hasText: 'Какие единицы понимает бот?' }).focus();
    await page.keyboard.press('Enter');
    await answer.waitFor();
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
    t.is(data['@type'], 'FAQPage');
    t.is(data.mainEntity.length, await page.locator('details').count());
    await page.locator('a[href="mailto:help@ostatok.example"]').waitFor();
    t.is(await page.locator('main a[href="/register"]').count(), 1);
  },
);

browserTest('the questions tell what the service does, and who may do what', async (t, { page }) => {
  await answerCalls(page, answers());
  await open(page, '/faq');
  const text = (await page.locator('main').textContent()) ?? '';
  for (const words of [
    'Зарегистрируйтесь, создайте бота, введите его токен в мастере и загрузите список позиций',
    'около пяти минут',
    'Напишите боту название, плюс или минус и количество',
    'Можно словами: «апероль минус 350 мл»',
    'каждую с новой строки',
    '100 мл станут 0,1 л',
    'хватит его части',
    'крепкий алкоголь, вино, безалкогольные',
    'от 0,1, от 0,375, от 1, нули или всё',
    'кто, когда и на сколько',
    'EAN-13',
    'в общем каталоге товаров',
    'добавьте вручную',
    '.xlsx и .xls',
    'Скачайте Excel',
    'видно сразу, обновлять страницу не нужно',
    'Предела нет. Сервис проверен на списках больше 10 000 позиций',
    'У администратора полный доступ: он сбрасывает пароли пользователей и удаляет их в веб-панели',
    'Обычный пользователь добавляет и списывает количество',
    'По Telegram ID, другой проверки нет',
  ])
    t.true(text.includes(words), words);
});

browserTest(
  'the terms have thirteen sections, the privacy policy ten, with every constant of the policy',
  async (t, { page }) => {
    await answerCalls(page, answers());
    await open(page, '/terms');
    t.is(await page.locator('h2').count(), 13);
    const terms = await page.locator('main').innerText();
    for (const words of [
      'не менее 99,5% времени в месяц',
      'в рабочие дни с 10:00 до 18:00 по московскому времени',
      'О плановых работах мы предупреждаем не позже чем за 24 часа',
      'Об изменении тарифов мы предупреждаем за 30 дней',
      'не устранена за 72 часа',
      'пропорциональная оставшемуся времени',
      'если вы сами отказались от подписки, не пользовались сервисом или он не оправдал ваших ожиданий',
      'ограничена суммой вашей оплаты за последний месяц',
      'в течение 24 часов после оплаты',
      'около пяти минут',
      '5 лет',
    ])
      t.true(terms.includes(words), words);
    await page
      .getByRole('navigation', { name: 'Разделы документа' })
      .getByRole('link', { name: 'Возврат денег' })
      .click();
    await page.waitForFunction(() => window.scrollY > 500);
    await open(page, '/privacy');
    t.is(await page.locator('h2').count(), 10);
    const privacy = await page.locator('main').innerText();
    for (const words of [
      'Данные аккаунта — 30 дней после его удаления',
      'Данные заведения — 7 дней после его удаления',
      'Платёжные документы — 5 лет',
      'Журналы сервера — 90 дней',
      'с 10 раундами',
      'на токенах с ограниченным сроком действия',
      'Резервные копии делаются каждый день',
      '152-ФЗ',
    ])
      t.true(privacy.includes(words), words);
  },
);

browserTest('the company page says what is configured, and plainly what is not', async (t, { page, another }) => {
  await answerCalls(page, answers());
  await open(page, '/company-info');
  await page.getByText('Не указано').first().waitFor();
  t.is(await page.getByText('Не указано').count(), 4);
  await page.getByText('Последнее обновление: 19 октября 2025').waitFor();
  for (const text of [
    'Самозанятый',
    'Банковские карты Visa, MasterCard, МИР',
    'Электронные кошельки',
    'Интернет-банкинг',
    'SberPay, Apple Pay, Google Pay',
    'Чек отправляем на email плательщика в течение 24 часов',
  ])
    t.is(await page.getByText(text).count(), 1, text);
  for (const [name, path] of [
    ['На главную', '/'],
    ['Условия использования', '/terms'],
    ['Политика конфиденциальности', '/privacy'],
  ] as const)
    t.is(await page.locator('main').getByRole('link', { name }).getAttribute('href'), path);

  const refused = await another();
  const company = { name: 'Иванова Анна', inn: '770012345678', address: 'Москва', phone: '+7 (900) 123-45-67' };
  await answerCalls(refused, {
    'GET /public/config': [200, { ...config, supportEmail: 'a@b.example', company }],
  });
  await open(refused, '/company-info');
  await refused.getByText('770012345678').waitFor();
  await refused.locator('a[href="tel:+7900123-45-67"]').waitFor();
  await refused.getByText('ЮKassa').waitFor();
  t.is(await refused.getByText('Не указано').count(), 0);
});

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useInstallation } from '../../lib/public-facts.ts';
import { SitePage } from '../../ui/site/SitePage.tsx';
import { WithoutScripts } from '../../ui/site/WithoutScripts.tsx';
import classes from './CompanyInfo.module.css';

const METHODS = [
  'Банковские карты Visa, MasterCard, МИР',
  'Электронные кошельки',
  'Интернет-банкинг',
  'SberPay, Apple Pay, Google Pay',
];

interface Line {
  name: string;
  value: ReactNode;
}

function Lines({ lines, awaited }: { lines: Line[]; awaited?: boolean }) {
  return (
    <dl className={classes.lines} data-awaited={awaited || undefined}>
      {lines.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Says nothing until the response comes; then a missing detail is shown as not configured. */
function useDetails() {
  const installation = useInstallation();
  const known = installation.state === 'known' ? installation.value : undefined;
  const missing = { asking: '…', known: 'Не указано', failed: 'Не удалось загрузить. Обновите страницу' }[
    installation.state
  ];
  const link = (scheme: string, value: string | null | undefined) =>
    value ? <a href={`${scheme}:${value.replace(/[\s()]/g, '')}`}>{value}</a> : missing;
  const { name, inn, address, phone } = known?.company ?? {};
  return {
    asking: installation.state === 'asking',
    provider: known?.payments && !known.sandbox.payments ? 'ЮKassa' : known ? 'Тестовые платежи' : missing,
    seller: [
      { name: 'Исполнитель', value: name ?? missing },
      { name: 'Статус', value: 'Самозанятый: плательщик налога на профессиональный доход' },
      { name: 'ИНН', value: inn ?? missing },
      { name: 'Почтовый адрес', value: address ?? missing },
    ],
    contacts: [
      { name: 'Email', value: link('mailto', known?.supportEmail) },
      { name: 'Телефон', value: link('tel', phone) },
      { name: 'Часы поддержки', value: 'Рабочие дни, 10:00–18:00 МСК' },
    ],
  };
}

/** Shows the seller, the ways to pay and the contacts. */
export function CompanyInfo() {
  const { seller, contacts, provider, asking } = useDetails();
  return (
    <SitePage text>
      <div className={classes.page}>
        <h1>Реквизиты</h1>
        <section aria-labelledby="seller">
          <h2 id="seller">Продавец</h2>
          <Lines lines={seller} awaited={asking} />
          <WithoutScripts fact="company" as="dl" className={classes.lines} />
        </section>
        <section aria-labelledby="contacts">
          <h2 id="contacts">Контакты</h2>
          <Lines lines={contacts} awaited={asking} />
          <WithoutScripts fact="contacts" as="dl" className={classes.lines} />
        </section>
        <section aria-labelledby="payment">
          <h2 id="payment">Оплата</h2>
          <Lines lines={[{ name: 'Платёжный партнёр', value: provider }]} awaited={asking} />
          <p>Принимаем:</p>
          <ul>
            {METHODS.map((method) => (
              <li key={method}>{method}</li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="tax">
          <h2 id="tax">Чеки и налог</h2>
          <p>
            Продавец платит налог на профессиональный доход, НДС не облагается. Чек отправляем на email плательщика в
            течение 24 часов после оплаты.
          </p>
        </section>
        <p className={classes.updated}>Последнее обновление: 19 октября 2025</p>
        <nav className={classes.links} aria-label="Документы">
          <Link to="/">На главную</Link>
          <Link to="/terms">Условия использования</Link>
          <Link to="/privacy">Политика конфиденциальности</Link>
        </nav>
      </div>
    </SitePage>
  );
}

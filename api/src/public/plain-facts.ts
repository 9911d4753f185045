import { chargeOf, pricedOf } from '@ostatok/api/contract/pricing.ts';
import type { PublicPlan } from '@ostatok/api/contract/public.endpoints.ts';
import type { PublicPages } from './public.service.ts';

const REMEMBERED_MS = 60_000;
const roubles = new Intl.NumberFormat('ru-RU');

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function priceOf(plan: PublicPlan): string {
  if (plan.name === 'free') return 'Бесплатно';
  const kopecks = chargeOf(pricedOf(plan), 'monthly');
  return kopecks ? `${roubles.format(kopecks / 100)} ₽/мес` : 'По запросу';
}

function planOf(plan: PublicPlan): string {
  const features = plan.features
    .toSorted((a, b) => a.order - b.order)
    .map(({ text }) => `<li>${escapeHtml(text)}</li>`)
    .join('');
  const [name, description] = [plan.display_name, plan.description].map((text) => escapeHtml(text ?? ''));
  return `<article><h3>${name}</h3><p>${description}</p><p><strong>${priceOf(plan)}</strong></p><ul>${features}</ul></article>`;
}

const linesOf = (lines: [name: string, value: string | null][]): string =>
  lines.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value ?? 'Не указано')}</dd></div>`).join('');

function companyOf({ company, supportEmail }: PublicPages['config']): { company: string; contacts: string } {
  return {
    company: linesOf([
      ['Исполнитель', company.name],
      ['Статус', 'Самозанятый: плательщик налога на профессиональный доход'],
      ['ИНН', company.inn],
      ['Почтовый адрес', company.address],
    ]),
    contacts: linesOf([
      ['Email', supportEmail],
      ['Телефон', company.phone],
      ['Часы поддержки', 'Рабочие дни, 10:00–18:00 МСК'],
    ]),
  };
}

/** Renders as HTML the data that the prerendered pages fetch by script, for visitors without JavaScript. */
export function createPlainFacts(pages: Pick<PublicPages, 'plans' | 'config'>, now = () => Date.now()) {
  let known: { until: number; facts: Record<string, string> } | undefined;
  return async (): Promise<Record<string, string>> => {
    if (known && known.until > now()) return known.facts;
    const plans = await pages.plans();
    const facts = { plans: plans.map(planOf).join(''), ...companyOf(pages.config) };
    const isSame = known && JSON.stringify(known.facts) === JSON.stringify(facts);
    known = { until: now() + REMEMBERED_MS, facts: isSame && known ? known.facts : facts };
    return known.facts;
  };
}

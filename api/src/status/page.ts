import type { Incident, PlatformStatus } from '@ostatok/api/contract/status.endpoints.ts';
import { componentLabels, type StatusState, stateLabels } from '@ostatok/api/contract/status.ts';
import { typeface } from '../ingress/typeface.ts';

/** A page that is open follows what happens. */
const REFRESHED_S = 60;

const titles: Record<StatusState, string> = {
  works: 'Всё работает',
  degraded: 'Остаток работает с перебоями',
  down: 'Остаток не работает',
};
const hints: Record<StatusState, string> = {
  works: 'Если у вас что-то не получается, напишите в поддержку: мы посмотрим.',
  degraded: 'Мы уже знаем и чиним. Что записано, не пропадёт: бот и сканер отправят остальное сами.',
  down: 'Мы уже знаем и чиним. Что записано, не пропадёт: бот и сканер отправят остальное сами, когда сервис вернётся.',
};

const zone = { timeZone: 'Europe/Moscow' } as const;
const moments = new Intl.DateTimeFormat('ru-RU', {
  ...zone,
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});
const clock = new Intl.DateTimeFormat('ru-RU', { ...zone, hour: '2-digit', minute: '2-digit' });
const days = new Intl.DateTimeFormat('ru-RU', { ...zone, dateStyle: 'short' });

const momentText = (at: string): string => moments.format(new Date(at)).replace(' в ', ', ');

function spanText({ began_at, ended_at }: Incident): string {
  const [began, ended] = [new Date(began_at), new Date(ended_at)];
  const isOneDay = days.format(began) === days.format(ended);
  return `${momentText(began_at)} – ${isOneDay ? clock.format(ended) : momentText(ended_at)}`;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const styles = `:root{color-scheme:light dark;--ink:#14201c;--dim:#5e5a51;--page:#fbfaf7;--card:#fff;--line:#e4e0d6;--brand:#0f766e;
--good:#0f766e;--warn:#8a5a00;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e8edea;--dim:#a3afa9;--page:#111916;--card:#18211d;--line:#2c3732;--brand:#52b6a9;
--good:#52b6a9;--warn:#f2a73b;--bad:#ff9a8f}}
body{font:17px/1.55 Manrope,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;margin:0;padding:32px 20px;color:var(--ink);background:var(--page)}
main,header,footer{max-width:42rem;margin:0 auto}a{color:var(--brand)}a:focus-visible{outline:2px solid;outline-offset:3px}
.brand{display:inline-flex;align-items:center;gap:10px;margin-bottom:28px;font-weight:700;text-decoration:none}
.mark{width:20px;height:20px;border:2px solid;border-radius:50%;background:linear-gradient(to top,#f2a73b 70%,transparent 70%);box-sizing:border-box}
h1{font-size:30px;line-height:1.2;letter-spacing:-.02em;margin:0 0 8px}h2{font-size:20px;margin:36px 0 12px}p{margin:0 0 8px}
.dim,footer{color:var(--dim)}ul{list-style:none;margin:24px 0 0;padding:0;border:1px solid var(--line);border-radius:12px;background:var(--card)}
h2+ul{margin-top:0}li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:12px 18px;border-bottom:1px solid var(--line)}li:last-child{border-bottom:0}
.works{color:var(--good)}.degraded{color:var(--warn)}.down{color:var(--bad)}b{font-weight:600}small{display:block;flex-basis:100%;font-size:15px;color:var(--dim)}
footer{margin-top:36px;font-size:15px}`;

const componentLine = ({ component, state, since }: PlatformStatus['components'][number]): string =>
  `<li><span>${componentLabels[component]}</span><b class="${state}">${stateLabels[state]}</b>${
    since ? `<small>С ${momentText(since)} по Москве</small>` : ''
  }</li>`;

function namesOf({ components }: Incident): string {
  const [first = '', ...rest] = components.map((one) => componentLabels[one]);
  return [first, ...rest.map((name) => name.toLowerCase())].join(', ');
}

const incidentLine = (incident: Incident): string =>
  `<li><span>${namesOf(incident)}</span>
<b class="${incident.state}">${stateLabels[incident.state]}</b><small>${spanText(incident)} по Москве</small></li>`;

/** Renders the whole page on the server: it must be there when nothing else is, and without scripts. */
export function statusPage({ state, components, incidents, at }: PlatformStatus, supportEmail: string): string {
  const past =
    incidents.length > 0
      ? `<ul>${incidents.map(incidentLine).join('')}</ul>`
      : '<p class="dim">За последние 90 дней перебоев не записано.</p>';
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="${REFRESHED_S}"><title>${titles[state]} — Остаток</title>
<meta name="description" content="Что в «Остатке» работает сейчас, и какие были перебои."><style>${typeface()}${styles}</style>
<header><a class="brand" href="/"><span class="mark"></span>Остаток</a></header>
<main><h1 class="${state}">${titles[state]}</h1><p>${hints[state]}</p><p class="dim">Проверено ${momentText(at)} по Москве. Страница обновляется сама.</p>
<ul>${components.map(componentLine).join('')}</ul>
<h2>Перебои за 90 дней</h2>${past}</main>
<footer>Поддержка: <a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a></footer></html>`;
}

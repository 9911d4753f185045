import type { OrderLetter } from '@ostatok/kit/contract/order-letter.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import { escapeHtml, type WrittenLetter } from '../mail/letter-template.ts';

/** Keeps typed text from forging a line of its own. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Writes an order to a supplier, of which only the items, the amounts and the note are the venue's. */
export function writeOrderLetter({ number, note, lines, reply_to }: OrderLetter, venue: string): WrittenLetter {
  const subject = `Заказ № ${number}, ${oneLine(venue)}`;
  const head = `Здравствуйте! Заведение ${quoted(oneLine(venue))} просит привезти:`;
  const rows = lines.map(({ name, amount }) => ({ name: oneLine(name), amount: oneLine(amount) }));
  const foot = `Отправлено из сервиса «Остаток». Ответ на это письмо получит заведение: ${reply_to}`;
  const text = [
    head,
    '',
    ...rows.map(({ name, amount }) => `${name} — ${amount}`),
    '',
    ...(note ? [note, ''] : []),
    foot,
  ];
  const cell = 'style="padding:6px 16px 6px 0;border-top:1px solid #e5e1d6;vertical-align:top"';
  const table = rows
    .map(
      ({ name, amount }) =>
        `<tr><td ${cell}>${escapeHtml(name)}</td><td ${cell}><b>${escapeHtml(amount)}</b></td></tr>`,
    )
    .join('');
  const html = [
    '<!doctype html><html lang="ru"><body style="font-family:system-ui,Arial,sans-serif;font-size:16px;color:#14201c">',
    `<p>${escapeHtml(head)}</p><table style="border-collapse:collapse">${table}</table>`,
    note ? `<p style="white-space:pre-line">${escapeHtml(note)}</p>` : '',
    `<p style="font-size:13px;color:#5e5a51">${escapeHtml(foot)}</p></body></html>`,
  ];
  return { subject, text: text.join('\n'), html: html.join('') };
}

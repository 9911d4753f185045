import type { AttentionLevel, AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import { moment } from '../output/format.ts';
import { wrapped } from '../output/wrapped.ts';

export const attentionSigns: Record<AttentionLevel, string> = { broken: '✗', warning: '!', waiting: '·' };

/** Formats each line with its subject and its remedy; a command gets a line of its own so that it can be copied. */
export function attentionLines(lines: AttentionLine[], columns = Number.POSITIVE_INFINITY): string[] {
  if (lines.length === 0) return ['✓ Ничего не требует внимания'];
  return [
    `Требует внимания: ${lines.length}`,
    ...lines.flatMap(({ level, text, details, since, count, action }) => [
      ...wrapped(`${text}${since ? `, с ${moment(since)}` : ''}`, columns, `${attentionSigns[level]} `, '  '),
      ...details.flatMap((detail) => wrapped(detail, columns, '    ', '    ')),
      ...(details.length > 1 && count > details.length ? [`    и ещё ${count - details.length}`] : []),
      `    $ ${action.command}`,
    ]),
  ];
}

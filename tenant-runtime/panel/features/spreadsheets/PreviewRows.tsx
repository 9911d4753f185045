import { formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ImportPreview } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import type { ImportField, ImportKind } from '@ostatok/tenant-runtime/contract/imports.ts';
import { useState } from 'react';
import { Choice } from '../../ui/Choice.tsx';
import { fieldLabels } from './field-labels.ts';
import classes from './Spreadsheets.module.css';

type Row = ImportPreview['rows'][number];

/** Rows of one part that are shown. */
const SHOWN = 100;

type Part = Row['action'] | 'doubtful';
const partOf = ({ doubt, action }: Row): Part => (doubt === undefined ? action : 'doubtful');

/** Ordered by how much attention the rows need. */
const parts = [
  { value: 'doubtful', label: 'Под вопросом', total: 'doubtful' },
  { value: 'update', label: 'Обновятся', total: 'updated' },
  { value: 'create', label: 'Новые', total: 'created' },
  { value: 'unchanged', label: 'Без изменений', total: 'unchanged' },
] as const satisfies { value: Part; label: string; total: keyof ImportPreview }[];

/** The fields to show of a row, in this order, if the file has them. */
const shownFields: Exclude<ImportField, 'cost_bottle'>[] = [
  'article',
  'ean',
  'category',
  'unit',
  'quantity',
  'expected',
  'par',
  'cost',
  'volume_ml',
];
const numeric: readonly ImportField[] = ['quantity', 'expected', 'par', 'cost', 'volume_ml'];

function textOf(field: ImportField, value: unknown): string {
  if (value === undefined || value === null || value === '') return '—';
  if (field === 'cost') return formatMoney(Number(value));
  return typeof value === 'number' ? formatQuantity(value) : String(value);
}

function Cell({ row, field }: { row: Row; field: (typeof shownFields)[number] }) {
  const before = row.before?.[field];
  const value = row[field];
  return (
    <td className={numeric.includes(field) ? classes.number : undefined}>
      {before !== undefined && before !== value && <s className={classes.before}>{textOf(field, before)}</s>}{' '}
      {textOf(field, value)}
    </td>
  );
}

interface PreviewTableProps {
  rows: Row[];
  fields: typeof shownFields;
  caption: string;
}

function PreviewTable({ rows, fields, caption }: PreviewTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={classes.scroll} aria-label="Строки файла" tabIndex={0}>
      <table className={classes.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Строка</th>
            <th scope="col">Название</th>
            {fields.map((field) => (
              <th key={field} scope="col" className={numeric.includes(field) ? classes.number : undefined}>
                {fieldLabels[field]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td>{row.row}</td>
              <td className={classes.name}>
                {row.before?.name !== undefined && <s className={classes.before}>{row.before.name}</s>} {row.name}
              </td>
              {fields.map((field) => (
                <Cell key={field} row={row} field={field} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Shows rows as they will be imported, changed ones first; the replaced value is struck through beside the new one. */
export function PreviewRows({ preview, kind }: { preview: ImportPreview; kind: ImportKind }) {
  const [asked, setAsked] = useState<Part>();
  const present = parts.filter(({ total }) => preview[total] > 0);
  const chosen = present.find(({ value }) => value === asked) ?? present[0];
  if (!chosen) return null;
  const rows = preview.rows.filter((row) => partOf(row) === chosen.value).slice(0, SHOWN);
  const found = new Set(preview.columns.map(({ field }) => field));
  const fields = shownFields.filter((field) => found.has(field) || rows.some((row) => row[field] !== undefined));
  const all = preview[chosen.total];
  const what = `${kind === 'items' ? 'Позиции' : 'Остатки по учёту'}: ${chosen.label.toLowerCase()}`;
  const caption = `${what}, ${rows.length < all ? `первые ${rows.length} из ` : ''}${all.toLocaleString('ru-RU')}`;
  return (
    <>
      {present.length > 1 && (
        <Choice
          label="Какие строки показать"
          value={chosen.value}
          options={present.map(({ value, label, total }) => ({ value, label, count: preview[total] }))}
          onChange={setAsked}
        />
      )}
      <PreviewTable rows={rows} fields={fields} caption={caption} />
    </>
  );
}

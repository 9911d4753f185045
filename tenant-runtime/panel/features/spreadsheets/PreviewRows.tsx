import { formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ImportField, ImportKind, ImportPreview } from '@ostatok/tenant-runtime/contract/imports.ts';
import { fieldLabels } from './field-labels.ts';
import classes from './Spreadsheets.module.css';

type Row = ImportPreview['rows'][number];

const actionLabels: Record<Row['action'], string> = {
  create: 'новая',
  update: 'обновится',
  unchanged: 'без изменений',
};

/** What to show of a row, in this order, where the file has it. */
const shownFields: ImportField[] = [
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

function Cell({ row, field }: { row: Row; field: ImportField }) {
  const before = row.before?.[field];
  const value = row[field];
  return (
    <td className={numeric.includes(field) ? classes.number : undefined}>
      {before !== undefined && before !== value && <s className={classes.before}>{textOf(field, before)}</s>}{' '}
      {textOf(field, value)}
    </td>
  );
}

/** The first rows as they will be read; what an update replaces is struck through beside it. */
export function PreviewRows({ preview, kind }: { preview: ImportPreview; kind: ImportKind }) {
  const found = new Set(preview.columns.map(({ field }) => field));
  const fields = shownFields.filter(
    (field) => found.has(field) || preview.rows.some((row) => row[field] !== undefined),
  );
  if (preview.rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={classes.scroll} aria-label="Первые строки файла" tabIndex={0}>
      <table className={classes.table}>
        <caption>
          {kind === 'items' ? 'Позиции' : 'Остатки по учёту'}: первые строки, {preview.rows.length}
        </caption>
        <thead>
          <tr>
            <th scope="col">Строка</th>
            <th scope="col">Что будет</th>
            <th scope="col">Название</th>
            {fields.map((field) => (
              <th key={field} scope="col" className={numeric.includes(field) ? classes.number : undefined}>
                {fieldLabels[field]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row) => (
            <tr key={row.row} data-action={row.action}>
              <td>{row.row}</td>
              <td className={classes.action}>{actionLabels[row.action]}</td>
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

import { Checkbox } from '@mantine/core';
import { plural } from '@ostatok/kit/web/format.ts';
import type { ImportPreview } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import classes from './Spreadsheets.module.css';

/** The doubtful rows that the user confirmed: all, or these row numbers. */
export type Confirmed = true | ReadonlySet<number>;

/** Rows that are like items are no slips, and are decided apart. */
const slipsOf = ({ doubtful, similar }: ImportPreview): number => doubtful - similar;

export const confirmedCount = (confirmed: Confirmed, preview: ImportPreview): number =>
  confirmed === true ? slipsOf(preview) : confirmed.size;

interface DoubtfulRowsProps {
  preview: ImportPreview;
  confirmed: Confirmed;
  onConfirmed: (next: Confirmed) => void;
}

/** Lists rows that are probably mistakes; none is written before the user has ticked it. */
export function DoubtfulRows({ preview, confirmed, onConfirmed }: DoubtfulRowsProps) {
  const doubtful = slipsOf(preview);
  if (doubtful === 0) return null;
  const shown = preview.rows.filter(({ doubt, similar }) => doubt !== undefined && !similar);
  const count = confirmedCount(confirmed, preview);

  function toggle(row: number): void {
    const next = new Set(confirmed === true ? shown.map((one) => one.row) : confirmed);
    if (!next.delete(row)) next.add(row);
    onConfirmed(next);
  }

  return (
    <section className={classes.doubtful} aria-label="Похоже на ошибку">
      <h4>
        Похоже на ошибку: {doubtful.toLocaleString('ru-RU')} {plural(doubtful, ['строка', 'строки', 'строк'])}
      </h4>
      <p>Без отметки не загрузятся. Исправьте их в файле или отметьте, если всё верно</p>
      <Checkbox
        size="md"
        label={<b>Всё верно, загрузить и их</b>}
        checked={count === doubtful}
        indeterminate={count > 0 && count < doubtful}
        onChange={({ currentTarget }) => onConfirmed(currentTarget.checked ? true : new Set())}
      />
      <ul>
        {shown.map(({ row, doubt }) => (
          <li key={row}>
            <Checkbox
              size="md"
              label={
                <>
                  <b>Строка {row}.</b> {doubt}
                </>
              }
              checked={confirmed === true || confirmed.has(row)}
              onChange={() => toggle(row)}
            />
          </li>
        ))}
      </ul>
      {doubtful > shown.length && <p>И ещё {doubtful - shown.length}: они загрузятся только со всеми</p>}
    </section>
  );
}

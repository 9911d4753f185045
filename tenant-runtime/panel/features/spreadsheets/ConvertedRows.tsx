import { plural } from '@ostatok/kit/web/format.ts';
import type { ImportPreview } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import classes from './Spreadsheets.module.css';

/** Lists the rows that bring another unit, with what that converts or clears of what the file is silent about. */
export function ConvertedRows({ preview }: { preview: ImportPreview }) {
  const { converted } = preview;
  if (converted === 0) return null;
  const shown = preview.rows.flatMap(({ row, converted: text }) => (text === undefined ? [] : [{ row, text }]));
  return (
    <section className={classes.doubtful} aria-label="Сменится единица">
      <h4>
        Сменится единица: {converted.toLocaleString('ru-RU')} {plural(converted, ['строка', 'строки', 'строк'])}
      </h4>
      <p>Этих цен и норм в файле нет. Чтобы задать их самим, добавьте их в файл</p>
      <ul>
        {shown.map(({ row, text }) => (
          <li key={row}>
            <b>Строка {row}.</b> {text}
          </li>
        ))}
      </ul>
      {converted > shown.length && <p>И ещё {converted - shown.length}</p>}
    </section>
  );
}

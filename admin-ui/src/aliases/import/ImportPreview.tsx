import { Button } from '@mui/material';
import type {
  AliasImportPreview,
  AliasImportSample,
  LaterAliasList,
} from '@ostatok/api/contract/alias-imports.endpoints.ts';
import { type AliasImportField, aliasFieldLabels, aliasImportFields } from '@ostatok/api/contract/alias-imports.ts';

const acts: Record<AliasImportSample['action'], string> = {
  create: 'Новый',
  update: 'Изменится',
  unchanged: 'Без изменений',
};
const shown = (value: string | number | null): string =>
  value === null || value === '' ? '—' : typeof value === 'number' ? value.toLocaleString('ru-RU') : value;

interface Props {
  preview: AliasImportPreview;
  isBusy: boolean;
  onColumn: (column: string, field: AliasImportField | null) => void;
  onRejects: () => void;
}

/** What is told of a new row too. */
const ofProduct: AliasImportField[] = ['product_ean', 'pack'];

function Columns({ preview, isBusy, onColumn }: Props) {
  return (
    <table className="import-table import-columns">
      <caption>Столбцы файла</caption>
      <thead>
        <tr>
          <th scope="col">Столбец</th>
          <th scope="col">Пример</th>
          <th scope="col">Что в нём</th>
        </tr>
      </thead>
      <tbody>
        {preview.columns.map(({ column, name, samples, field }) => (
          <tr key={column}>
            <th scope="row">{name || column}</th>
            <td className="dim">{samples.join(' · ')}</td>
            <td>
              <select
                aria-label={`Что в столбце ${name || column}`}
                value={field ?? ''}
                disabled={isBusy}
                onChange={(event) => onColumn(column, (event.target.value || null) as AliasImportField | null)}
              >
                <option value="">Не загружать</option>
                {aliasImportFields.map((each) => (
                  <option key={each} value={each}>
                    {aliasFieldLabels[each]}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Errors = ({ preview: { errors, invalid }, isBusy, onRejects }: Props) => (
  <details className="import-errors" open={errors.length <= 5}>
    <summary>Не загрузятся: {invalid.toLocaleString('ru-RU')}</summary>
    <ul>
      {errors.map(({ row, column, message }) => (
        <li key={`${row}${column}${message}`}>
          <strong>
            {row > 0 ? `Строка ${row}` : 'Файл'}
            {column && `, столбец ${column}`}
          </strong>{' '}
          {message}
        </li>
      ))}
    </ul>
    {invalid > 0 && (
      <Button color="inherit" disabled={isBusy} onClick={onRejects}>
        Скачать все с причинами
      </Button>
    )}
  </details>
);

const Sample = ({ sample }: { sample: AliasImportSample[] }) => (
  <table className="import-table">
    <caption>Первые строки</caption>
    <thead>
      <tr>
        <th scope="col">Строка</th>
        <th scope="col">Алиас</th>
        <th scope="col">Что изменится</th>
      </tr>
    </thead>
    <tbody>
      {sample.map(({ row, ean, name, action, changes }) => (
        <tr key={row}>
          <td>{row}</td>
          <th scope="row">
            {name}
            <span className="dim"> {ean}</span>
          </th>
          <td>
            <strong>{acts[action]}</strong>
            {changes
              .filter(({ field }) => action === 'update' || ofProduct.includes(field))
              .map(({ field, before, after }) => (
                <span key={field} className="import-change">
                  {aliasFieldLabels[field]}: {action === 'update' && `${shown(before)} → `}
                  {shown(after)}
                </span>
              ))}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** How the list differs from the earlier ones of its source. */
const Later = ({
  later: { renamed, kept, recoded, gone, sampleOfRecoded, sampleOfGone },
}: {
  later: LaterAliasList;
}) => (
  <section className="import-later">
    <p>
      По сравнению с прежними списками этого источника переименованы: {shown(renamed)}, сменили код: {shown(recoded)},
      остались, как исправили люди: {shown(kept)}, больше нет в списке: {shown(gone)}. Из каталога ничего не удаляется.
    </p>
    {recoded > 0 && (
      <details>
        <summary>Сменили код: вес и другие данные перейдут к новому</summary>
        <ul>
          {sampleOfRecoded.map(({ row, name, before, ean }) => (
            <li key={row}>
              {name} <span className="dim">{before}</span> → {ean}
            </li>
          ))}
        </ul>
      </details>
    )}
    {gone > 0 && (
      <details>
        <summary>Больше нет в списке</summary>
        <ul>
          {sampleOfGone.map(({ ean, name }) => (
            <li key={ean}>
              {name} <span className="dim">{ean}</span>
            </li>
          ))}
        </ul>
      </details>
    )}
  </section>
);

/** Shows what a file would change: its columns, which can be corrected, its errors and its first rows. */
export function ImportPreview(props: Props) {
  const { preview } = props;
  const counts: [string, number][] = [
    ['Новых', preview.created],
    ['Изменятся', preview.updated],
    ['Без изменений', preview.unchanged],
    ...(preview.further > 0 ? [['Ещё кодов товаров', preview.further] satisfies [string, number]] : []),
    ['Не загрузятся', preview.invalid],
  ];
  return (
    <>
      <dl className="import-counts" aria-live="polite">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count.toLocaleString('ru-RU')}</dd>
          </div>
        ))}
      </dl>
      {preview.later && <Later later={preview.later} />}
      {preview.errors.length > 0 && <Errors {...props} />}
      <Columns {...props} />
      {preview.sample.length > 0 && <Sample sample={preview.sample} />}
    </>
  );
}

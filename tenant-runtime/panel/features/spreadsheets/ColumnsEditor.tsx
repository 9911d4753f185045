import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import type { ImportPreview } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import type { ImportField, ImportKind, ImportLayout } from '@ostatok/tenant-runtime/contract/imports.ts';
import { HEADER_SEARCH_ROWS, importFields } from '@ostatok/tenant-runtime/contract/imports.ts';
import { useState } from 'react';
import { messageOf } from '../../client/api.ts';
import { fieldLabels } from './field-labels.ts';
import classes from './Spreadsheets.module.css';
import { type Uploaded, useUpload } from './use-upload.ts';

type Chosen = Record<string, ImportField | ''>;

/** The fields of each kind of import; a file from the accounts is matched with items and gives expected quantities. */
const fieldsOf: Record<ImportKind, readonly ImportField[]> = {
  items: importFields,
  expected: ['name', 'article', 'ean', 'unit', 'expected'],
};

const chosenIn = (preview: ImportPreview): Chosen =>
  Object.fromEntries(preview.table.map(({ column, field }) => [column, field ?? '']));

function layoutOf(chosen: Chosen, sheet: string, headerRow: string): ImportLayout {
  const columns = Object.fromEntries(
    Object.entries(chosen).flatMap(([column, field]) => (field ? [[field, column]] : [])),
  );
  return { sheet, headerRow: Number(headerRow), columns };
}

const introductions: Record<ImportPreview['layout'], string> = {
  recognised: 'проверьте, что в каком',
  given: 'прочитаны, как вы указали. После загрузки запомним',
  remembered: 'прочитаны, как вы указали в прошлый раз',
};

interface ColumnRowProps {
  column: ImportPreview['table'][number];
  field: ImportField | '';
  fields: readonly ImportField[];
  onField: (field: ImportField | '') => void;
}

function ColumnRow({ column: { column, header, samples }, field, fields, onField }: ColumnRowProps) {
  return (
    <li data-read={field !== ''}>
      <b>{column}</b>
      <span className={classes.samples}>
        <strong>{header || 'без заголовка'}</strong>
        {samples.join(' · ') || 'пусто'}
      </span>
      <NativeSelect
        size="md"
        aria-label={`Столбец ${column}, ${header || 'без заголовка'}`}
        value={field}
        data={[{ value: '', label: 'Не загружать' }, ...fields.map((value) => ({ value, label: fieldLabels[value] }))]}
        onChange={(event) => onField(event.currentTarget.value as ImportField | '')}
      />
    </li>
  );
}

/** Shows what each column was recognised as; a correction makes the same file be read again. */
export function ColumnsEditor({ uploaded, onUploaded }: { uploaded: Uploaded; onUploaded: (next: Uploaded) => void }) {
  const { file, kind, preview } = uploaded;
  const [chosen, setChosen] = useState(() => chosenIn(preview));
  const [sheet, setSheet] = useState(preview.sheet);
  const [headerRow, setHeaderRow] = useState(String(preview.headerRow));
  const again = useUpload(onUploaded);
  const layout = layoutOf(chosen, sheet, headerRow);
  const otherSheet = sheet !== preview.sheet;
  const changed =
    otherSheet ||
    headerRow !== String(preview.headerRow) ||
    JSON.stringify(chosen) !== JSON.stringify(chosenIn(preview));

  /** A field is read from one column only: choosing it for a column takes it from the other. */
  function choose(column: string, field: ImportField | ''): void {
    const others = Object.entries(chosen).map(([key, value]) => [key, field && value === field ? '' : value]);
    setChosen({ ...Object.fromEntries(others), [column]: field });
  }

  return (
    <details className={classes.columns} open={preview.columns.length === 0 || undefined}>
      <summary>Столбцы: {introductions[preview.layout]}</summary>
      <div className={classes.where}>
        <NativeSelect
          size="md"
          label="Лист"
          value={sheet}
          data={preview.sheets}
          onChange={(event) => setSheet(event.currentTarget.value)}
        />
        <TextInput
          label="Строка с заголовками"
          placeholder={`0, если их нет, до ${HEADER_SEARCH_ROWS}`}
          inputMode="numeric"
          value={headerRow}
          onChange={(event) => setHeaderRow(event.currentTarget.value.replace(/\D/g, '').slice(0, 3))}
        />
      </div>
      <ul>
        {preview.table.map((column) => (
          <ColumnRow
            key={column.column}
            column={column}
            field={chosen[column.column] ?? ''}
            fields={fieldsOf[kind]}
            onField={(field) => choose(column.column, field)}
          />
        ))}
      </ul>
      {again.error && (
        <Alert color="red" variant="light" role="alert">
          {messageOf(again.error)}
        </Alert>
      )}
      <Button
        variant="default"
        disabled={!changed || headerRow === ''}
        loading={again.isPending}
        onClick={() => again.mutate({ file, kind, layout })}
      >
        Прочитать заново
      </Button>
    </details>
  );
}

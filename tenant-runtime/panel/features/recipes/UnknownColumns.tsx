import { Button, Group, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { newId } from '@ostatok/kit/web/new-id.ts';
import { type RecipeColumn, recipeColumns } from '@ostatok/tenant-runtime/contract/recipe-layout.ts';
import { useState } from 'react';
import { type Chosen, choose, columnLabels, fieldAt, lettersOf, objectionTo, type UnknownTable } from './columns.ts';
import classes from './Recipes.module.css';
import type { Upload } from './use-recipe-upload.ts';

const options = [
  { value: '', label: 'Не читать' },
  ...recipeColumns.map((value) => ({ value, label: columnLabels[value] })),
];

interface UnknownColumnsProps {
  table: UnknownTable;
  upload: Upload;
  isReading: boolean;
  onRead: (upload: Upload) => void;
  onClose: () => void;
}

/** Shows the first rows of a table and asks what is in which column. */
export function UnknownColumns({ table, upload, isReading, onRead, onClose }: UnknownColumnsProps) {
  const [columns, setColumns] = useState<Chosen>({});
  const [headerRow, setHeaderRow] = useState(String(table.rows[0]?.row ?? 0));
  const [sheet, setSheet] = useState(table.sheets[0] ?? '');
  const [unit, setUnit] = useState('мл');
  const layout = { headerRow: Number(headerRow), columns, ...(sheet && { sheet }), ...(unit.trim() && { unit }) };
  const objection = objectionTo(layout);
  const letters = lettersOf(table);
  return (
    <section className={classes.unknown} aria-labelledby="unknown-title">
      <Title order={2} size="h3" id="unknown-title">
        Что в каком столбце?
      </Title>
      <Text>«{upload.file.name}» — таблица, которой мы ещё не видели. Покажите, где блюдо и из чего оно</Text>
      <div className={classes.fields}>
        {table.sheets.length > 1 && (
          <NativeSelect
            label="Лист"
            value={sheet}
            data={table.sheets}
            onChange={(event) => setSheet(event.currentTarget.value)}
          />
        )}
        <TextInput
          label="Строка с заголовками"
          placeholder="0, если их нет"
          inputMode="numeric"
          value={headerRow}
          onChange={(event) => setHeaderRow(event.currentTarget.value.replace(/\D/g, '').slice(0, 3))}
        />
        <TextInput
          label="Единица, где она не указана"
          value={unit}
          maxLength={20}
          onChange={(event) => setUnit(event.currentTarget.value)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section className={classes.scroll} aria-label="Первые строки" tabIndex={0}>
        <table className={classes.cells}>
          <thead>
            <tr>
              <td />
              {letters.map((letter) => (
                <th key={letter} scope="col">
                  <NativeSelect
                    aria-label={`Столбец ${letter}`}
                    value={fieldAt(columns, letter)}
                    data={options}
                    onChange={(event) =>
                      setColumns(choose(columns, letter, event.currentTarget.value as RecipeColumn | ''))
                    }
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ row, cells }) => (
              <tr key={row} data-header={row === Number(headerRow) || undefined}>
                <th scope="row">{row}</th>
                {letters.map((letter) => (
                  <td key={letter}>{cells.find(({ column }) => column === letter)?.text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Group>
        <Button
          disabled={objection !== null || headerRow === ''}
          loading={isReading}
          onClick={() => onRead({ ...upload, key: newId(), layout })}
        >
          Прочитать рецепты
        </Button>
        <Button variant="default" onClick={onClose}>
          Другой файл
        </Button>
        {objection && <Text c="dimmed">{objection}</Text>}
      </Group>
    </section>
  );
}

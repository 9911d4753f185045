import { NativeSelect } from '@mantine/core';
import classes from './Columns.module.css';
import { type Chosen, chooseColumn, fieldIn, lettersOf, type UnknownTable } from './columns.ts';

interface ColumnsTableProps<Field extends string> {
  table: UnknownTable;
  fields: readonly Field[];
  labels: Record<Field, string>;
  columns: Chosen<Field>;
  headerRow: number;
  onChoose: (columns: Chosen<Field>) => void;
}

/** Shows the first rows of a table and asks what is in which column. */
export function ColumnsTable<Field extends string>(props: ColumnsTableProps<Field>) {
  const { table, fields, labels, columns, headerRow, onChoose } = props;
  const letters = lettersOf(table);
  const options = [{ value: '', label: 'Не читать' }, ...fields.map((value) => ({ value, label: labels[value] }))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={classes.scroll} aria-label="Первые строки" tabIndex={0}>
      <table className={classes.cells}>
        <thead>
          <tr>
            <td />
            {letters.map((letter) => (
              <th key={letter} scope="col">
                <NativeSelect
                  aria-label={`Столбец ${letter}`}
                  value={fieldIn(fields, columns, letter)}
                  data={options}
                  data-read={fieldIn(fields, columns, letter) !== ''}
                  onChange={(event) =>
                    onChoose(chooseColumn(fields, columns, letter, event.currentTarget.value as Field | ''))
                  }
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ row, cells }) => (
            <tr key={row} data-header={row === headerRow || undefined}>
              <th scope="row">{row}</th>
              {letters.map((letter) => (
                <td key={letter}>{cells.find(({ column }) => column === letter)?.text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

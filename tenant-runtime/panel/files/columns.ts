/** The first rows of a table in which nobody has said what is where. */
export interface UnknownTable {
  sheets: string[];
  rows: { row: number; cells: { column: string; text: string }[] }[];
}

/** The letters of columns by what a person has said that they hold. */
export type Chosen<Field extends string> = Partial<Record<Field, string>>;

/** The letters of the columns that any of the first rows fills, in their order. */
export const lettersOf = ({ rows }: UnknownTable): string[] =>
  [...new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))].sort(
    (a, b) => a.length - b.length || a.localeCompare(b),
  );

/** A column is one field only, and a field is read from one column only. */
export function chooseColumn<Field extends string>(
  fields: readonly Field[],
  columns: Chosen<Field>,
  letter: string,
  field: Field | '',
): Chosen<Field> {
  const chosen: Chosen<Field> = {};
  for (const known of fields) {
    const at = columns[known];
    if (at !== undefined && at !== letter && known !== field) chosen[known] = at;
  }
  if (field) chosen[field] = letter;
  return chosen;
}

export const fieldIn = <Field extends string>(
  fields: readonly Field[],
  columns: Chosen<Field>,
  letter: string,
): Field | '' => fields.find((field) => columns[field] === letter) ?? '';

/** A cell as it is sent to the writer thread; a text stays a text, whatever it begins with. */
export type Cell = string | number | boolean | Date | null;

/** `text` is never taken for a number or a date; `money` is in roubles. */
export type Kind = 'text' | 'number' | 'money' | 'moment';

export interface Column<Row> {
  header: string;
  width: number;
  kind: Kind;
  /** A method, so that the columns of any row are columns of unknown rows. */
  value(row: Row): Cell;
}

export const text = <Row>(header: string, width: number, value: (row: Row) => string | null): Column<Row> => ({
  header,
  width,
  kind: 'text',
  value,
});
export const number = <Row>(header: string, value: (row: Row) => number | null): Column<Row> => ({
  header,
  width: 12,
  kind: 'number',
  value,
});
export const money = <Row>(header: string, value: (row: Row) => number | null): Column<Row> => ({
  header,
  width: 14,
  kind: 'money',
  value,
});
export const moment = <Row>(header: string, value: (row: Row) => string | null): Column<Row> => ({
  header,
  width: 18,
  kind: 'moment',
  value(row) {
    const at = value(row);
    return at === null ? null : new Date(at);
  },
});
export const yes = <Row>(header: string, value: (row: Row) => boolean): Column<Row> =>
  text(header, 10, (row) => (value(row) ? 'да' : 'нет'));

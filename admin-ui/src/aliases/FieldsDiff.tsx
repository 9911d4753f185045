import { type AliasImportField, aliasFieldLabels } from '@ostatok/api/contract/alias-imports.ts';
import type { AliasState } from '@ostatok/api/contract/catalogue.endpoints.ts';
import './aliases.css';
import { fieldNames, fieldText } from './texts.ts';

type State = Partial<AliasState> | null;

interface FieldsDiffProps {
  before: State;
  after: State;
  /** The headings of the two columns. */
  headings: [before: string, after: string];
  /** Shows unchanged fields too. */
  whole?: boolean;
  caption: string;
}

/** A main code means one bottle, as everybody expects. */
const valueIn = (state: State, field: AliasImportField): string | number | null =>
  field === 'pack' && !state?.product_id ? null : (state?.[field] ?? null);

/** Compares two states of an alias side by side; differences are marked by words and a sign, not by colour alone. */
export function FieldsDiff({ before, after, headings, whole, caption }: FieldsDiffProps) {
  const rows = fieldNames
    .map((field) => {
      const [was, is] = [valueIn(before, field), valueIn(after, field)];
      return { field, was, is, differs: was !== is };
    })
    .filter(({ was, is, differs }) => differs || (whole && (was !== null || is !== null)));
  if (rows.length === 0) return <p className="dim">Отличий нет</p>;
  return (
    <div className="table-scroll">
      <table className="fields-diff">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Поле</th>
            <th scope="col">{headings[0]}</th>
            <th scope="col">{headings[1]}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, was, is, differs }) => (
            <tr key={field} className={differs ? 'is-different' : undefined}>
              <th scope="row">
                {aliasFieldLabels[field]}
                {differs && whole && <span className="diff-mark">изменено</span>}
              </th>
              <td>{differs && was !== null ? <del>{fieldText(was)}</del> : fieldText(was)}</td>
              <td>{differs && is !== null ? <ins>{fieldText(is)}</ins> : fieldText(is)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import type { EmailVariable } from '@ostatok/api/contract/email-templates.endpoints.ts';

interface VariablesProps {
  variables: EmailVariable[];
  unknown: string[];
  missing: EmailVariable[];
  onInsert: (text: string) => void;
}

const braced = (name: string): string => `{{${name}}}`;

/** Lists the variables of a letter, which a click inserts at the cursor, and warns about unknown and missing ones. */
export function Variables({ variables, unknown, missing, onInsert }: VariablesProps) {
  return (
    <section className="letter-variables" aria-label="Переменные">
      <span className="dim">Вставить:</span>
      {variables.map(({ name, label, example }) => (
        <button
          key={name}
          type="button"
          className="letter-variable"
          title={`${label}, например: ${example}`}
          // Keeps the focus and the cursor in the text field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(braced(name))}
        >
          {label}
        </button>
      ))}
      {unknown.length > 0 && (
        <p role="alert" className="email-note email-warning">
          Письмо не знает переменных: {unknown.map(braced).join(', ')}. Замените их или уберите.
        </p>
      )}
      {missing.length > 0 && (
        <p role="alert" className="email-note email-warning">
          Без этого письмо не работает: {missing.map(({ name, label }) => `${braced(name)} (${label})`).join(', ')}.
        </p>
      )}
    </section>
  );
}

import classes from './Choice.module.css';

interface TogglesProps<T extends string> {
  label: string;
  values: readonly T[];
  options: readonly { value: T; label: string; count?: number }[];
  onToggle: (value: T) => void;
}

/** A choice of any of several visible options; it looks like `Choice`. */
export function Toggles<T extends string>({ label, values, options, onToggle }: TogglesProps<T>) {
  if (options.length === 0) return null;
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.option}
          aria-pressed={values.includes(option.value)}
          onClick={() => onToggle(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className={classes.count}>{option.count.toLocaleString('ru-RU')}</span>}
        </button>
      ))}
    </fieldset>
  );
}

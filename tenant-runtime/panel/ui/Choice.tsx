import classes from './Choice.module.css';

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; count?: number }[];
  onChange: (value: T) => void;
}

/** One of several, all in sight; scrolls sideways where there is no room. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.option}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className={classes.count}>{option.count.toLocaleString('ru-RU')}</span>}
        </button>
      ))}
    </fieldset>
  );
}

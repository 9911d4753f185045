import { type ComponentProps, useId } from 'react';
import classes from './ui.module.css';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  error?: string | undefined;
}

/** A labelled text field. Numbers are text with a decimal keyboard, so that no spinner or scrolling changes them. */
export function Field({ label, hint, error, id, ...rest }: FieldProps) {
  const own = useId();
  const said = `${own}-said`;
  return (
    <div className={classes.field}>
      <label htmlFor={id ?? own}>{label}</label>
      <input
        autoComplete="off"
        {...rest}
        id={id ?? own}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? said : undefined}
      />
      {(error || hint) && (
        <span id={said} className={error ? classes.wrong : classes.hint}>
          {error ?? hint}
        </span>
      )}
    </div>
  );
}

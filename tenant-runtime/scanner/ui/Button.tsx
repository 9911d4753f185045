import type { ComponentProps } from 'react';
import classes from './ui.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'primary' | 'plain' | 'quiet' | 'danger';
  big?: boolean;
  busy?: boolean;
}

/** The library's button costs a phone more than the rest of a screen; this one is the same to the eye and the finger. */
export function Button({ look = 'plain', big, busy, className, disabled, ...rest }: ButtonProps) {
  const names = [classes.button, classes[look], big && classes.big, className];
  return (
    <button
      type="button"
      {...rest}
      className={names.filter(Boolean).join(' ')}
      disabled={disabled || busy}
      aria-busy={busy}
    />
  );
}

/** A picture alone: `aria-label` says what it does. */
export function IconButton({ className, ...rest }: ComponentProps<'button'> & { 'aria-label': string }) {
  return <Button look="quiet" {...rest} className={[classes.icon, className].filter(Boolean).join(' ')} />;
}

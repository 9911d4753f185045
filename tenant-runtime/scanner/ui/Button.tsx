import type { ComponentProps } from 'react';
import classes from './ui.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'primary' | 'plain' | 'quiet' | 'danger';
  big?: boolean;
  busy?: boolean;
}

/** A button that looks and feels like Mantine's, which would weigh more than the rest of a screen. */
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

/** A button with an icon only; `aria-label` says what it does. */
export function IconButton({ className, ...rest }: ComponentProps<'button'> & { 'aria-label': string }) {
  return <Button look="quiet" {...rest} className={[classes.icon, className].filter(Boolean).join(' ')} />;
}

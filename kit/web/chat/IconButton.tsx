import type { ComponentProps } from 'react';
import classes from './IconButton.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  'aria-label': string;
  filled?: boolean;
}

/** A button with an icon only, of plain HTML: the phone's app has no library of components. */
export function IconButton({ filled = false, className, type = 'button', ...rest }: IconButtonProps) {
  const names = [classes.button, filled && classes.filled, className].filter(Boolean).join(' ');
  return <button type={type} {...rest} className={names} />;
}

import { Search } from 'lucide-react';
import classes from './ui.module.css';

interface SearchFieldProps {
  /** Says what may be typed. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
}

export function SearchField({ label, value, onChange, onSubmit }: SearchFieldProps) {
  return (
    <form
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Search size={22} aria-hidden />
      <input
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </form>
  );
}

import { type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/Icon.tsx';

interface SearchBoxProps {
  label: string;
  value: string;
  /** Milliseconds after the last key before the list is queried. */
  delay: number;
  field: RefObject<HTMLInputElement | null>;
  onSearch: (text: string) => void;
  /** Called by the arrow down or Enter, to move to the list. */
  onLeave: () => void;
}

export function SearchBox({ label, value, delay, field, onSearch, onLeave }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Applying a view or going back changes the typed text.
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(next: string): void {
    clearTimeout(timer.current);
    sent.current = next.trim();
    onSearch(next.trim());
  }
  function type(next: string): void {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), next === '' ? 0 : delay);
  }
  function clear(): void {
    type('');
    field.current?.focus();
  }

  return (
    <div className="list-search">
      <Icon name="search" size={18} />
      <input
        ref={field}
        type="search"
        aria-label="Поиск"
        value={text}
        placeholder={label}
        autoComplete="off"
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            if (text) type('');
            event.currentTarget.blur();
          } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
            if (event.key === 'Enter') send(text);
            event.preventDefault();
            onLeave();
          }
        }}
      />
      {text ? (
        <button type="button" className="list-search-clear" aria-label="Очистить поиск" title="Esc" onClick={clear}>
          <Icon name="close" size={16} />
        </button>
      ) : (
        <kbd>/</kbd>
      )}
    </div>
  );
}

import '../ui/select.css';
import { useEffect, useState } from 'react';
import type { Filter } from './types.ts';

interface FilterFieldProps {
  filter: Filter;
  value: string;
  onChange: (value: string) => void;
}

/** A text filter, applied at Enter or when the field loses the focus. */
function TextFilter({ value, onChange }: Omit<FilterFieldProps, 'filter'>) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const send = () => text.trim() !== value && onChange(text.trim());
  return (
    <input
      type="text"
      value={text}
      size={14}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={send}
      onKeyDown={(event) => event.key === 'Enter' && send()}
    />
  );
}

export function FilterField({ filter, value, onChange }: FilterFieldProps) {
  const { label, choices, kind } = filter;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each of the three is one
    <label className={value ? 'list-filter is-set' : 'list-filter'}>
      <span>{label}</span>
      {choices ? (
        <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">Все</option>
          {/* The address may contain a value that is not among the choices. */}
          {value && !choices.some((choice) => choice.value === value) && <option value={value}>{value}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : kind === 'date' ? (
        <input type="date" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <TextFilter value={value} onChange={onChange} />
      )}
    </label>
  );
}

import { TextField } from '@mui/material';
import type { Ref } from 'react';

interface SourceFieldProps {
  label: string;
  value: string;
  error?: string;
  field?: Ref<HTMLTextAreaElement>;
  onFocus?: () => void;
  onChange: (text: string) => void;
}

/** Edits a letter's source text. */
export const SourceField = ({ label, value, error, field, onFocus, onChange }: SourceFieldProps) => (
  <TextField
    label={label}
    value={value}
    error={Boolean(error)}
    helperText={error}
    inputRef={field}
    onFocus={onFocus}
    onChange={({ target }) => onChange(target.value)}
    multiline
    minRows={14}
    maxRows={32}
    fullWidth
    slotProps={{ htmlInput: { spellCheck: false, className: 'letter-source' } }}
  />
);

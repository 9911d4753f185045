import { TextField } from '@mui/material';
import type { RefObject } from 'react';
import type { Draft } from './use-template.ts';

interface TemplateFieldsProps {
  draft: Draft;
  errors: Record<string, string>;
  isSystem: boolean;
  subjectField: RefObject<HTMLInputElement | null>;
  onFocus: (field: 'subject' | undefined) => void;
  onChange: (part: Partial<Draft>) => void;
}

/** The template's name and the letter's subject. */
export function TemplateFields({ draft, errors, isSystem, subjectField, onFocus, onChange }: TemplateFieldsProps) {
  return (
    <div className="template-fields">
      <TextField
        label="Заголовок письма"
        required
        fullWidth
        value={draft.subject}
        error={Boolean(errors.subject)}
        helperText={errors.subject}
        inputRef={subjectField}
        onFocus={() => onFocus('subject')}
        onChange={({ target }) => onChange({ subject: target.value })}
      />
      <TextField
        label="Название шаблона"
        required
        fullWidth
        disabled={isSystem}
        value={draft.name}
        error={Boolean(errors.name)}
        helperText={errors.name}
        onFocus={() => onFocus(undefined)}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label="Описание"
        fullWidth
        value={draft.description}
        error={Boolean(errors.description)}
        helperText={errors.description}
        onFocus={() => onFocus(undefined)}
        onChange={({ target }) => onChange({ description: target.value })}
      />
    </div>
  );
}

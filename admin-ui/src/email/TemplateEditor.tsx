import './email.css';
import { Button, Tab, Tabs, useMediaQuery } from '@mui/material';
import type { EmailTemplate } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { MARKETING } from '@ostatok/api/contract/email-templates.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { splitMjml } from './editor/mjml-document.ts';
import { LetterPreview } from './LetterPreview.tsx';
import { SourceField } from './SourceField.tsx';
import { TemplateFields } from './TemplateFields.tsx';
import { TemplateNotes } from './TemplateNotes.tsx';
import { TemplateTools } from './TemplateTools.tsx';
import { MARKETING_TEMPLATES, SYSTEM, templateAddress } from './texts.ts';
import { useChecked } from './use-checked.ts';
import { useInsertion } from './use-insertion.ts';
import { useDraft } from './use-template.ts';
import { useUnsaved } from './use-unsaved.ts';
import { Variables } from './Variables.tsx';

const VisualEditor = lazy(() => import('./editor/VisualEditor.tsx'));

type Mode = 'visual' | 'source' | 'preview';

/** Saves by Ctrl+S or ⌘S, wherever the focus is. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyS') return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Edits one template: visually, as source, and with a preview. */
export function TemplateEditor({ id, template }: { id: string; template?: EmailTemplate }) {
  const navigate = useNavigate();
  const isPhone = useMediaQuery('(max-width: 767.95px)', { noSsr: true });
  const work = useDraft(id, template);
  const { draft, saved, change } = work;
  // Without a complete MJML document the visual editor has nothing to split into blocks.
  const canBeVisual = !isPhone && draft.mjml !== null && splitMjml(draft.mjml) !== undefined;
  const [mode, setMode] = useState<Mode>(isPhone ? 'preview' : canBeVisual ? 'visual' : 'source');
  const shown: Mode = mode === 'visual' && !canBeVisual ? 'source' : mode;
  const isSystem = saved?.is_system ?? false;
  const type = saved?.template_type ?? MARKETING;
  const letter = {
    subject: draft.subject,
    mjml: draft.mjml,
    html: draft.mjml === null ? draft.html : '',
    templateType: type,
  };
  const { variables, unknown, missing } = useChecked(type, letter);
  const setSource = (source: string) => change(draft.mjml === null ? { html: source } : { mjml: source, design: null });
  const insertion = useInsertion((part) => ('subject' in part ? change(part) : setSource(part.source)));
  useUnsaved(work.isDirty);

  async function save(): Promise<void> {
    if (work.isSaving) return;
    const kept = await work.save();
    if (kept && id === 'new') navigate(templateAddress(kept.id), { replace: true });
  }
  useSaveKey(() => void save());

  return (
    <div className="template-page">
      <p>
        <Link to={isSystem ? SYSTEM : MARKETING_TEMPLATES}>
          {isSystem ? 'System templates' : 'Marketing templates'}
        </Link>
      </p>
      <header className="template-title">
        <h1>{draft.name || 'Новый шаблон'}</h1>
        <span className="dim" role="status">
          {work.isDirty ? 'Есть несохранённые изменения' : ''}
        </span>
        <TemplateTools letter={letter} saved={saved} onReset={work.restart} isDirty={work.isDirty} />
        <Button variant="contained" disabled={work.isSaving} onClick={() => void save()}>
          Сохранить
        </Button>
      </header>
      <TemplateNotes work={work} template={template} />
      <TemplateFields
        draft={draft}
        errors={work.errors}
        isSystem={isSystem}
        subjectField={insertion.subject}
        onFocus={insertion.onFocus}
        onChange={change}
      />
      <Tabs value={shown} onChange={(_, value: Mode) => setMode(value)} aria-label="Как показать письмо">
        {canBeVisual && <Tab value="visual" label="Редактор" />}
        <Tab value="source" label={draft.mjml === null ? 'HTML' : 'MJML'} />
        <Tab value="preview" label="Предпросмотр" />
      </Tabs>
      {shown !== 'preview' && (
        <Variables variables={variables} unknown={unknown} missing={missing} onInsert={insertion.insert} />
      )}
      {shown === 'visual' && draft.mjml !== null && (
        <Suspense fallback={<div className="letter-loading" role="status" aria-label="Загружается редактор" />}>
          <div
            onFocusCapture={() => insertion.onFocus(undefined)}
            onPointerDownCapture={() => insertion.onFocus(undefined)}
          >
            <VisualEditor
              key={work.version}
              mjml={draft.mjml}
              handle={insertion.canvas}
              onChange={(mjml, design) => change({ mjml, design: design as Record<string, unknown> })}
              onSave={() => void save()}
            />
          </div>
        </Suspense>
      )}
      {shown === 'source' && (
        <SourceField
          label={draft.mjml === null ? 'HTML письма' : 'MJML письма'}
          value={draft.mjml ?? draft.html}
          error={work.errors.mjml ?? work.errors.html}
          field={insertion.source}
          onFocus={() => insertion.onFocus(undefined)}
          onChange={setSource}
        />
      )}
      {shown === 'preview' && <LetterPreview letter={letter} />}
    </div>
  );
}

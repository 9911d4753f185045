import { Button } from '@mantine/core';
import { usePublicConfig } from '../../lib/public-config.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './ConfirmStep.module.css';
import { FromArchive } from './FromArchive.tsx';
import { StepFrame } from './StepFrame.tsx';
import type { ArchiveUpload } from './use-archive-upload.ts';
import { awaitsArchive, type Draft, previewToken } from './wizard-state.ts';

interface ConfirmStepProps {
  draft: Draft;
  upload: ArchiveUpload;
  failure: string | null;
  onCreate: () => void;
  onBack: () => void;
}

const FAILED = 'Ошибка создания заведения';

/** The text below that heading. */
const reasonOf = (failure: string): string =>
  failure.replace(FAILED, '').replace(/^\. /, '') || 'Проверьте данные и попробуйте ещё раз.';

function botRow({ chat, botToken, maxToken }: Draft): [string, string] {
  switch (chat) {
    case 'telegram':
      return ['Токен бота', previewToken(botToken)];
    case 'max':
      return ['Токен бота MAX', previewToken(maxToken)];
    case 'max_shared':
      return ['Чат', 'Общий бот в MAX'];
    case 'own':
      return ['Чат', 'Только свой, без мессенджера'];
  }
}

export function ConfirmStep({ draft, upload, failure, onCreate, onBack }: ConfirmStepProps) {
  const baseDomain = usePublicConfig()?.baseDomain ?? '';
  const rows = [
    ['Адрес', `${draft.subdomain}.${baseDomain}`],
    ['Название', draft.displayName.trim() || draft.subdomain],
    botRow(draft),
    ['Логин администратора', draft.adminUsername],
    ['Пароль', draft.adminPassword ? 'Тот, что вы задали' : 'Создадим и покажем'],
    ...(draft.archive ? [['Данные из архива', draft.archiveText]] : []),
  ];
  return (
    <StepFrame
      step={4}
      title="Всё верно?"
      lead="Создание займёт около минуты."
      onBack={onBack}
      next={
        <Button onClick={onCreate} disabled={awaitsArchive(draft)}>
          Создать заведение
        </Button>
      }
    >
      {failure && (
        <div className={classes.failure}>
          <Notice kind="danger" title={FAILED}>
            {reasonOf(failure)}
          </Notice>
        </div>
      )}
      <dl className={classes.summary}>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {awaitsArchive(draft) && <FromArchive draft={draft} upload={upload} />}
    </StepFrame>
  );
}

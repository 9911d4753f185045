import { Anchor, Button, List, Stack, TextInput } from '@mantine/core';
import { createTenantSchema } from '@ostatok/api/contract/provision.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { StepFrame } from './StepFrame.tsx';
import type { Draft } from './wizard-state.ts';

interface StepProps {
  draft: Draft;
  onNext: (fields: Partial<Draft>) => void;
  onBack: () => void;
}

const schema = createTenantSchema.pick(['botToken', 'displayName']);

function WhereFrom() {
  const sandbox = usePublicConfig()?.sandbox.chat;
  if (sandbox)
    return (
      <Anchor href="/sandbox/chat?new-bot" target="_blank" underline="always" fw={600}>
        Взять токен в песочнице
      </Anchor>
    );
  return (
    <List type="ordered" c="dimmed" spacing={4}>
      <List.Item>
        Откройте{' '}
        <Anchor href="https://t.me/BotFather" target="_blank" rel="noreferrer" underline="always">
          @BotFather
        </Anchor>{' '}
        в Telegram
      </List.Item>
      <List.Item>Отправьте /newbot и назовите бота</List.Item>
      <List.Item>Скопируйте токен сюда</List.Item>
    </List>
  );
}

export function BotStep({ draft, onNext, onBack }: StepProps) {
  const { bind, form } = useForm({
    schema,
    initialValues: { botToken: draft.botToken, displayName: draft.displayName },
    onSubmit: (values) => onNext(values),
  });
  return (
    <StepFrame
      step={2}
      title="Подключите бота"
      lead="В нём сотрудники будут считать: «Джемесон +0,7» — и остаток изменён."
      form={form}
      onBack={onBack}
      next={<Button type="submit">Продолжить</Button>}
    >
      <Stack gap="lg">
        <TextInput
          label="Токен бота"
          placeholder="123456789:AA…"
          autoComplete="off"
          spellCheck={false}
          {...bind('botToken')}
        />
        <WhereFrom />
        <TextInput
          label="Название заведения"
          description={`Необязательно. Без него покажем «${draft.subdomain}»`}
          autoComplete="organization"
          {...bind('displayName')}
        />
      </Stack>
    </StepFrame>
  );
}

import { Anchor, Button, List, Radio, Stack, TextInput } from '@mantine/core';
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

const schema = createTenantSchema.pick(['chat', 'botToken', 'displayName']);

const ways = [
  {
    value: 'telegram',
    label: 'Бот в Telegram и чат в приложении',
    description: 'Нужен токен бота. Пишут там, где удобнее',
  },
  {
    value: 'own',
    label: 'Только чат в приложении',
    description:
      'Без токена и мессенджера: тот же бот отвечает в панели и на телефоне. Telegram можно подключить потом',
  },
] as const;

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
  const { formik, bind, form } = useForm({
    schema,
    initialValues: { chat: draft.chat, botToken: draft.botToken, displayName: draft.displayName },
    onSubmit: (values) => onNext(values),
  });
  const hasBot = formik.values.chat === 'telegram';
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
        <Radio.Group
          label="Где сотрудники пишут боту"
          value={formik.values.chat}
          onChange={(chat) => void formik.setFieldValue('chat', chat)}
        >
          <Stack gap="sm" mt="xs">
            {ways.map(({ value, label, description }) => (
              <Radio key={value} size="md" value={value} label={label} description={description} />
            ))}
          </Stack>
        </Radio.Group>
        {hasBot && (
          <>
            <TextInput
              label="Токен бота"
              placeholder="123456789:AA…"
              autoComplete="off"
              spellCheck={false}
              {...bind('botToken')}
            />
            <WhereFrom />
          </>
        )}
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

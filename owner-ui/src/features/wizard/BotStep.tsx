import { Anchor, Button, List, Radio, Stack, Text, TextInput } from '@mantine/core';
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

const schema = createTenantSchema.pick(['chat', 'botToken', 'maxToken', 'displayName']);

interface Way {
  value: Draft['chat'];
  label: string;
  description: string;
}

const ways: Way[] = [
  {
    value: 'telegram',
    label: 'Бот в Telegram',
    description: 'Нужен токен от @BotFather, это пара минут',
  },
  {
    value: 'max_shared',
    label: 'Общий бот в MAX',
    description: 'Без токена и сразу: сотрудники пишут боту «Остатка» и попадают в ваше заведение по вашей ссылке',
  },
  {
    value: 'max',
    label: 'Свой бот в MAX',
    description:
      'Для юрлица, ИП и самозанятых. Нужен токен с business.max.ru: там подтверждают организацию и проверяют бота, до 48 часов',
  },
  {
    value: 'own',
    label: 'Только чат в приложении',
    description: 'Быстрее всего: без токена и мессенджера. Тот же бот отвечает в панели и на телефоне',
  },
];

function FromSandbox({ newBot }: { newBot: 'telegram' | 'max' }) {
  return (
    <Anchor href={`/sandbox/chat?new-bot=${newBot}`} target="_blank" underline="always" fw={600}>
      Взять токен в песочнице
    </Anchor>
  );
}

function FromBotFather() {
  const sandbox = usePublicConfig()?.sandbox.chat;
  if (sandbox) return <FromSandbox newBot="telegram" />;
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

function FromMax() {
  if (usePublicConfig()?.sandbox.max) return <FromSandbox newBot="max" />;
  return (
    <>
      <List type="ordered" c="dimmed" spacing={4}>
        <List.Item>
          Войдите на{' '}
          <Anchor href="https://business.max.ru" target="_blank" rel="noreferrer" underline="always">
            business.max.ru
          </Anchor>{' '}
          и подтвердите организацию
        </List.Item>
        <List.Item>Создайте бота и дождитесь проверки: она занимает до 48 часов</List.Item>
        <List.Item>Скопируйте токен сюда</List.Item>
      </List>
      <Text c="dimmed">Пока бота проверяют, начните с чата в приложении, а бота подключите потом.</Text>
    </>
  );
}

export function BotStep({ draft, onNext, onBack }: StepProps) {
  const { formik, bind, form } = useForm({
    schema,
    initialValues: {
      chat: draft.chat,
      botToken: draft.botToken,
      maxToken: draft.maxToken,
      displayName: draft.displayName,
    },
    onSubmit: (values) => onNext(values),
  });
  const maxShared = usePublicConfig()?.maxShared;
  const { chat } = formik.values;
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
          description="Чат в приложении есть всегда, а Telegram и MAX можно добавить или сменить потом, на странице заведений"
          value={chat}
          onChange={(chosen) => void formik.setFieldValue('chat', chosen)}
        >
          <Stack gap="sm" mt="md">
            {ways
              .filter(({ value }) => value !== 'max_shared' || maxShared)
              .map(({ value, label, description }) => (
                <Radio key={value} size="md" value={value} label={label} description={description} />
              ))}
          </Stack>
        </Radio.Group>
        {chat === 'telegram' && (
          <>
            <TextInput
              label="Токен бота"
              placeholder="123456789:AA…"
              autoComplete="off"
              spellCheck={false}
              {...bind('botToken')}
            />
            <FromBotFather />
          </>
        )}
        {chat === 'max' && (
          <>
            <TextInput label="Токен бота MAX" autoComplete="off" spellCheck={false} {...bind('maxToken')} />
            <FromMax />
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

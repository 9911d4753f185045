import { Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type Messenger, messengerNames } from '@ostatok/tenant-runtime/contract/messengers.ts';
import type { VenueUser } from '@ostatok/tenant-runtime/contract/users.endpoints.ts';
import { Send } from 'lucide-react';
import { InlineFailure } from '../client/InlineFailure.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useMessenger, useMessengerActions } from './messengers.ts';

interface MessengerDialogProps {
  messenger: Messenger;
  /** Another user whom an administrator helps; absent for the user themselves. */
  user?: Pick<VenueUser, 'id' | 'username' | 'name'> | undefined;
  onClose: () => void;
}

/** The link is shown nowhere else; creating a new one invalidates it. */
function Link({ url, own, name }: { url: string; own: boolean; name: string }) {
  return (
    <>
      <Text>
        {own
          ? `Откройте ссылку в ${name} и нажмите «Начать». Она действует сутки и один раз`
          : 'Передайте ссылку только этому человеку: кто её откроет, того бот и узнает. Она действует сутки и один раз'}
      </Text>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label="Ссылка"
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <CopyButton value={url} label="Скопировать ссылку" />
      </Group>
      {own && (
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          data-autofocus
          leftSection={<Send size={20} aria-hidden />}
        >
          Открыть {name}
        </Button>
      )}
    </>
  );
}

function Content({ messenger, user }: Pick<MessengerDialogProps, 'messenger' | 'user'>) {
  const name = messengerNames[messenger];
  const { data: state, error, refetch } = useMessenger(messenger, user?.id);
  const { link, unlink } = useMessengerActions(messenger, user?.id);
  if (!state) {
    return error ? <InlineFailure error={error} onRetry={() => void refetch()} /> : <Skeleton height={64} />;
  }
  if (state.linked) {
    return (
      <>
        <Text>{name} подключён. После отключения бот узнает только того, кто откроет новую ссылку</Text>
        <Button
          color="red"
          variant="light"
          loading={unlink.isPending}
          onClick={() => unlink.mutate(undefined, { onSuccess: link.reset })}
        >
          Отключить
        </Button>
      </>
    );
  }
  if (!state.bot)
    return (
      <Text>{name} не подключён. Его подключает владелец в своём кабинете; пока бот отвечает в разделе «Чат»</Text>
    );
  if (link.data) return <Link url={link.data.url} own={!user} name={name} />;
  return (
    <>
      <Text>
        По ссылке бот узнает {user ? 'этого человека' : 'вас'}, как бы {user ? 'он ни назвался' : 'вы ни назывались'} в{' '}
        {name}
      </Text>
      <Button data-autofocus loading={link.isPending} onClick={() => link.mutate()}>
        Получить ссылку
      </Button>
    </>
  );
}

export function MessengerDialog({ messenger, user, onClose }: MessengerDialogProps) {
  const name = messengerNames[messenger];
  return (
    <Modal opened onClose={onClose} title={user ? `${name}: ${user.name || user.username}` : name}>
      <Stack>
        <Content messenger={messenger} user={user} />
      </Stack>
    </Modal>
  );
}

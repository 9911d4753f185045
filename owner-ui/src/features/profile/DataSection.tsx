import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { Link } from 'react-router';
import { fetchMyData, saveMyData } from '../../lib/my-data.ts';
import { notify } from '../../lib/notify.ts';
import { DeleteAccount } from '../../ui/DeleteAccount.tsx';
import { Section } from '../../ui/Section.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { ConsentWithdrawal } from './ConsentWithdrawal.tsx';

function ExportButton() {
  const save = useMutation({
    mutationFn: async () => saveMyData(await fetchMyData()),
    onSuccess: () => notify.success('Данные успешно экспортированы'),
    onError: () => notify.error('Ошибка при экспорте данных'),
  });
  return (
    <Button
      variant="default"
      leftSection={<Download size={18} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Экспортировать данные
    </Button>
  );
}

/** Lets owners view and export their data, withdraw their consent and delete the account. */
export function DataSection() {
  return (
    <>
      <Section
        title="Управление данными"
        lead={
          <>
            Как мы обращаемся с данными — в <TextLink to="/privacy">политике конфиденциальности</TextLink>.
          </>
        }
      >
        <Stack align="flex-start">
          <Group gap="sm">
            <Button component={Link} to="/my-data" variant="default" leftSection={<FileText size={18} aria-hidden />}>
              Мои данные
            </Button>
            <ExportButton />
          </Group>
          <Text fw={600} mt="xs">
            Согласие на обработку данных
          </Text>
          <ConsentWithdrawal />
        </Stack>
      </Section>
      <Section title="Удаление аккаунта" danger>
        <DeleteAccount />
      </Section>
    </>
  );
}

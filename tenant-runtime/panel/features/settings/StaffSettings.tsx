import { Switch } from '@mantine/core';
import toast from 'react-hot-toast';
import { useSaveSettings, useSettings } from '../../venue/settings.ts';
import { Section } from './Section.tsx';

export function StaffSettings() {
  const { data: settings } = useSettings();
  const { mutate, isPending } = useSaveSettings();
  return (
    <Section id="staff" title="Права сотрудников">
      <Switch
        size="md"
        label="Сотрудники добавляют позиции"
        description="С телефона и из чата. Выключено — новые позиции заводит только администратор"
        checked={settings?.staffAddsItems ?? false}
        disabled={!settings || isPending}
        onChange={(event) =>
          mutate({ staffAddsItems: event.currentTarget.checked }, { onSuccess: () => toast.success('Сохранено') })
        }
      />
    </Section>
  );
}

import { Switch } from '@mantine/core';
import toast from 'react-hot-toast';
import { useSaveSettings, useSettings } from '../../venue/settings.ts';
import { Section } from './Section.tsx';

export function DigestSettings() {
  const { data: settings } = useSettings();
  const { mutate, isPending } = useSaveSettings();
  return (
    <Section id="digest" title="Сводка за неделю">
      <Switch
        size="md"
        label="Присылать в чат администраторам"
        description="По понедельникам в полдень: худшие пять позиций, сколько это стоило и что не считали"
        checked={settings?.weeklyDigest ?? false}
        disabled={!settings || isPending}
        onChange={(event) =>
          mutate({ weeklyDigest: event.currentTarget.checked }, { onSuccess: () => toast.success('Сохранено') })
        }
      />
    </Section>
  );
}

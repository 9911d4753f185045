import { Button, Checkbox, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { useState } from 'react';
import { venues } from '../../lib/coming-fewer.ts';
import { nameOf } from '../../lib/my-tenants.ts';
import { useKeep } from './queries.ts';

interface KeepChoiceProps {
  /** The tenants to choose from. */
  tenants: Tenant[];
  /** The number of tenants that the plan allows. */
  places: number;
  /** The tenants that run now. */
  chosen: Tenant[];
  /** The date when the smaller plan begins, if it has not begun yet. */
  since?: string;
  onClose: () => void;
}

/** Chooses which tenants keep running when the plan allows fewer than there are. */
export function KeepChoice({ tenants, places, chosen: running, since, onClose }: KeepChoiceProps) {
  const [chosen, setChosen] = useState(
    running.length <= places ? running.map(({ tenant_id }) => tenant_id) : ([] as string[]),
  );
  const keep = useKeep(onClose);
  const isOne = places === 1;
  const toggle = (id: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, id] : chosen.filter((other) => other !== id));
  const verb = since ? (isOne ? 'останется' : 'останутся') : isOne ? 'работает' : 'работают';
  const title = `${isOne ? 'Какое заведение' : 'Какие заведения'} ${verb}?`;
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        <Text>
          {since
            ? `Новый тариф рассчитан на ${venues(places)}. Остальные приостановим, когда он начнётся: ${since}. Данные останутся целы.`
            : `Тариф рассчитан на ${venues(places)}. Остальные приостановим, их данные останутся целы.`}
        </Text>
        {tenants.map((tenant) => {
          const isChosen = chosen.includes(tenant.tenant_id);
          const props = { label: nameOf(tenant), checked: isChosen, size: 'md' } as const;
          return isOne ? (
            <Radio key={tenant.id} name="kept" {...props} onChange={() => setChosen([tenant.tenant_id])} />
          ) : (
            <Checkbox
              key={tenant.id}
              {...props}
              disabled={!isChosen && chosen.length >= places}
              onChange={(event) => toggle(tenant.tenant_id, event.currentTarget.checked)}
            />
          );
        })}
        <Group justify="space-between" gap="sm">
          <Text c="dimmed" role="status">
            Выбрано {chosen.length} из {places}
          </Text>
          <Button disabled={chosen.length !== places} loading={keep.isPending} onClick={() => keep.mutate(chosen)}>
            Сохранить
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

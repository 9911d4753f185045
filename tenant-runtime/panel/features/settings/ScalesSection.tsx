import { Badge, Button, TextInput } from '@mantine/core';
import { formatDateTime, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { Scales } from '@ostatok/tenant-runtime/contract/scales.endpoints.ts';
import type { Bridge } from '@ostatok/tenant-runtime/contract/sign-in-codes.endpoints.ts';
import type { ScaleState } from '@ostatok/tenant-runtime/contract/socket.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { useBridges, useScales } from '../../venue/settings.ts';
import { useVenue } from '../../venue/venue.ts';
import { NotForSupport } from '../../workspace/NotForSupport.tsx';
import { PresetTareSettings } from './PresetTareSettings.tsx';
import { Section } from './Section.tsx';
import classes from './Settings.module.css';
import { useSignInCode } from './use-sign-in-code.ts';

/** The command to run on the computer beside the scale. */
const commandFor = (code: string): string => `npx ostatok-scales pair ${window.location.origin} ${code}`;

const states: Record<ScaleState['state'], string> = {
  connecting: 'подключаются',
  connected: 'подключены',
  lost: 'пропали, ищем',
};

function BridgeRow({ bridge, scales }: { bridge: Bridge; scales: Scales['scales'] }) {
  const { timezone } = useVenue();
  const [asked, setAsked] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call('DELETE /api/bridges/:id', { params: { id: bridge.id } }),
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['bridges']] },
  });
  const name = bridge.name || 'Компьютер без названия';
  return (
    <li className={classes.card}>
      <div className={classes.grow}>
        <b>{name}</b>{' '}
        <Badge color={bridge.online ? 'teal' : 'gray'}>{bridge.online ? 'на связи' : 'не на связи'}</Badge>
        <div className={classes.dim}>
          Подключил {bridge.pairedBy}, {formatDateTime(bridge.pairedAt, timezone)}
          {!bridge.online && bridge.seenAt ? `. Был на связи ${formatDateTime(bridge.seenAt, timezone)}` : ''}
        </div>
        {scales.map(({ scaleId, model, state, reading, about }) => (
          <div key={scaleId}>
            {model}: {states[state]}
            {reading ? `, ${formatQuantity(reading.weightG, 'г')}` : ''}
            {about && <span className={classes.dim}> ({about})</span>}
          </div>
        ))}
      </div>
      {asked ? (
        <div className={classes.row}>
          <Button size="sm" color="red" loading={isPending} onClick={() => mutate()} autoFocus>
            Отключить
          </Button>
          <Button size="sm" variant="default" onClick={() => setAsked(false)}>
            Оставить
          </Button>
        </div>
      ) : (
        <Button size="sm" variant="default" aria-label={`Отключить: ${name}`} onClick={() => setAsked(true)}>
          Отключить
        </Button>
      )}
    </li>
  );
}

function Pairing() {
  const [name, setName] = useState('');
  const { code, expired, left, make, busy } = useSignInCode('bridge');
  if (!code) {
    return (
      <form
        className={classes.row}
        onSubmit={(event) => {
          event.preventDefault();
          make(name.trim());
        }}
      >
        <TextInput
          className={classes.grow}
          aria-label="Название компьютера"
          placeholder="Ноутбук за баром"
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          {expired ? 'Показать новый код' : 'Подключить весы'}
        </Button>
      </form>
    );
  }
  const command = commandFor(code);
  return (
    <div className={classes.pairing} data-testid="bridge-code">
      <p className={classes.text}>На компьютере рядом с весами запустите:</p>
      <div className={classes.command}>
        <code>{command}</code>
        <CopyButton value={command} label="Скопировать команду" />
      </div>
      <b className={classes.big}>{code}</b>
      <span className={classes.dim}>Код действует ещё {left}, один раз</span>
      <p className={classes.text}>
        Потом запустите <code>npx ostatok-scales</code> и держите программу открытой: она найдёт весы и передаст вес
      </p>
    </div>
  );
}

export function ScalesSection() {
  const { data: bridges } = useBridges();
  const { data: known } = useScales();
  const scalesOf = ({ name }: Bridge) => (known?.scales ?? []).filter(({ bridge }) => bridge === name);
  return (
    <Section
      id="scales"
      title="Весы"
      text="На Android сканер подключает Bluetooth-весы сам: «Взвесить», «Подключить весы». Для iPhone, панели и весов с кабелем нужен компьютер рядом с весами"
    >
      <NotForSupport>
        {bridges && bridges.length > 0 && (
          <ul className={classes.list}>
            {bridges.map((bridge) => (
              <BridgeRow key={bridge.id} bridge={bridge} scales={scalesOf(bridge)} />
            ))}
          </ul>
        )}
        {/* A new key unmounts the shown pairing code once a computer has been paired. */}
        <Pairing key={bridges?.length ?? 0} />
      </NotForSupport>
      <PresetTareSettings />
    </Section>
  );
}

import { Guard } from '@ostatok/kit/web/Guard.tsx';
import { Bluetooth } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { NotLoaded } from '../../device/NotLoaded.tsx';
import type { PhoneScaleUse } from '../../scales/use-phone-scale.ts';
import { noBluetooth } from '../../scales/web-bluetooth.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { GramsQuestion } from './GramsQuestion.tsx';
import classes from './Weigh.module.css';

const RecordScale = lazy(async () => ({ default: (await import('./RecordScale.tsx')).RecordScale }));

interface PhoneScaleProps extends PhoneScaleUse {
  /** Whether a bridge has a scale, so that the phone needs none. */
  bridged: boolean;
}

/** Connects the phone's own scale, or says why it cannot and what can. */
export function PhoneScale({
  shown: { state, model = 'весы', about, note, canTare, grams, unknown },
  choose,
  tare,
  answer,
  bridged,
}: PhoneScaleProps) {
  const why = noBluetooth();
  if (why !== undefined) {
    if (bridged) return null;
    return <p className={classes.error}>{why}. Весы подключит мост на компьютере: Настройки → Весы в панели</p>;
  }
  return (
    <>
      {note && <Notice failure>{note}</Notice>}
      {unknown && (
        <Guard key={unknown.id} fallback={<NotLoaded what="Запись весов не загрузилась." />}>
          <Suspense fallback={<div aria-busy="true" />}>
            <RecordScale device={unknown} />
          </Suspense>
        </Guard>
      )}
      {state === 'connecting' && (
        <p className={classes.error} role="status">
          Подключаем {model}…
        </p>
      )}
      {state === 'connected' && (
        <div className={classes.phoneScale}>
          <span className={classes.error}>
            {model}
            {about && `, ${about}`}
          </span>
          {canTare && <Button onClick={tare}>Обнулить</Button>}
        </div>
      )}
      {grams && <GramsQuestion isDenied={grams === 'denied'} onAnswer={answer} />}
      {(state === 'lost' || (state === 'none' && !bridged)) && (
        <Button onClick={choose}>
          <Bluetooth size={20} aria-hidden /> Подключить весы
        </Button>
      )}
    </>
  );
}

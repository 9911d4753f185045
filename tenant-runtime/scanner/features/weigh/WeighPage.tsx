import { formatQuantity } from '@ostatok/kit/web/format.ts';
import { type Doubt, doubtOf, overfullDoubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { useState } from 'react';
import { Keypad } from '../../amount/Keypad.tsx';
import { type Key, press } from '../../amount/keypad.ts';
import { stockFacts } from '../../amount/stock-facts.ts';
import { type ItemAddress, type ItemNow, useItem } from '../../catalogue/use-item.ts';
import { useCounting } from '../../counts/counting.ts';
import { useAwakeWhile } from '../../device/use-wake-lock.ts';
import { useKeyboardWedge } from '../../keyboard/use-keyboard-wedge.ts';
import { screens } from '../../navigation/screen.ts';
import { exact } from '../../offline/operations.ts';
import { useRecord } from '../../recording/use-record.tsx';
import { usePresetTare } from '../../scales/preset-tare.ts';
import { usePhoneScale, withPhoneScale } from '../../scales/use-phone-scale.ts';
import { useScales } from '../../scales/use-scales.ts';
import { Acts } from '../../ui/Acts.tsx';
import { Button } from '../../ui/Button.tsx';
import { Doubted } from '../../ui/Doubted.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Bottles } from './Bottles.tsx';
import { EmptyAgain } from './EmptyAgain.tsx';
import { Measure } from './Measure.tsx';
import { PhoneScale } from './PhoneScale.tsx';
import { PresetTares } from './PresetTares.tsx';
import { ScaleReading } from './ScaleReading.tsx';
import classes from './Weigh.module.css';
import { inHand, weigh } from './weight.ts';

/** The weighed bottle and the number of full ones beside it. */
interface Weighed {
  grams: number;
  presetTareG: number;
  estimate: number;
  bottles: number;
}

/** Where the weight goes; `weighed` is what the item's other bottles hold, which the stock has beside this one. */
interface Place {
  countId?: number;
  weighed?: number;
}

/**
 * Records the weighed content: an entry of the count in which the screen was opened, even if it was closed meanwhile;
 * otherwise the new stock.
 */
function useWeighed({ item, quantity }: ItemNow, { countId, weighed: before = 0 }: Place) {
  const counting = useCounting();
  const areaId = counting?.count.id === countId ? (counting?.areaId ?? null) : null;
  const { record, busy } = useRecord();
  const [asked, setAsked] = useState<{ weighed: Weighed; doubt: Doubt }>();
  const besideOf = ({ bottles }: Weighed): number => exact(before + (bottles * (item.volume_ml ?? 0)) / 1000);
  const wholeOf = (weighed: Weighed): number => exact(weighed.estimate + besideOf(weighed));
  const shownOf = (weighed: Weighed): string => formatQuantity(wholeOf(weighed), item.unit);

  function doubtAbout(weighed: Weighed): Doubt | undefined {
    const whole = wholeOf(weighed);
    if (countId !== undefined) return doubtOf(stockFacts(item, null), { weighedFound: whole });
    const facts = stockFacts(item, quantity);
    if (besideOf(weighed) === 0) return doubtOf(facts, { weighed: whole });
    return overfullDoubt(facts, weighed.estimate) ?? doubtOf(facts, { set: whole });
  }

  async function save(weighed: Weighed, confirmed = false): Promise<void> {
    const doubt = confirmed ? undefined : doubtAbout(weighed);
    if (doubt) return setAsked({ weighed, doubt });
    const { grams, presetTareG, estimate } = weighed;
    const given = {
      source: 'scales' as const,
      method: 'typed' as const,
      ...(confirmed && { confirmed: true as const }),
    };
    const shown = shownOf(weighed);
    const weight = { grossWeightG: grams, ...(presetTareG > 0 && { presetTareG }), estimate };
    const done =
      countId !== undefined
        ? await record(item, { kind: 'entry', countId, areaId, amount: weight, ...given }, `${shown} в подсчёт`)
        : await record(
            item,
            // The weight covers only one bottle; with others the sum is sent as the quantity.
            { kind: 'change', amount: besideOf(weighed) > 0 ? { set: wholeOf(weighed) } : weight, ...given },
            `= ${shown}`,
          );
    if (done) screens.back();
  }
  return { save, shownOf, busy, asked, ask: setAsked };
}

function Weighing({ now, place }: { now: ItemNow; place: Place }) {
  const { countId, weighed } = place;
  const { item, quantity } = now;
  const bridge = useScales();
  const phone = usePhoneScale();
  const scales = withPhoneScale(bridge, phone.shown);
  useAwakeWhile(phone.shown.state === 'connected');
  const tare = usePresetTare();
  const [text, setText] = useState('');
  const [scaleId, setScaleId] = useState<string>();
  const [bottles, setBottles] = useState(0);
  const { save, shownOf, busy, asked, ask } = useWeighed(now, place);
  const reading = scales.readings[scaleId ?? ''] ?? Object.values(scales.readings).at(-1);
  const hand = inHand(text, reading, tare.chosen?.grams);
  const weighing = hand && hand.grams >= 0 ? weigh(item, hand) : null;
  const type = (key: string): void => setText((before) => press(before, key as Key));
  useKeyboardWedge({ onKey: type });
  const ready = hand?.steady && weighing?.quantity != null;

  if (asked) {
    return (
      <Doubted
        doubt={asked.doubt}
        typed={countId === undefined ? `стало ${shownOf(asked.weighed)}` : shownOf(asked.weighed)}
        busy={busy}
        onConfirm={() => void save(asked.weighed, true)}
        onBack={() => ask(undefined)}
      />
    );
  }
  return (
    <>
      <output aria-label="Остаток по весу">
        <span className={classes.left}>{formatQuantity(weighing?.quantity, item.unit)}</span>{' '}
        {weighing?.error && <span className={classes.error}>{weighing.error}</span>}
      </output>
      {weighed !== undefined && (
        <p className={classes.error}>Прибавится к уже взвешенному: {formatQuantity(weighed, item.unit)}</p>
      )}
      <ScaleReading scales={scales} used={reading} onChoose={setScaleId} />
      <PresetTares {...tare} />
      <PhoneScale {...phone} bridged={bridge.state === 'live'} />
      {weighing?.failure && <Measure item={item} hand={hand} failure={weighing.failure} onDone={() => setText('')} />}
      <EmptyAgain item={item} hand={hand} onDone={() => setText('')} />
      {countId === undefined && <Bottles item={item} quantity={quantity} bottles={bottles} onChange={setBottles} />}
      <Keypad text={text} unit="г" onKey={type} />
      <Acts>
        <Button
          look="primary"
          big
          disabled={!ready}
          busy={busy}
          onClick={() =>
            hand && weighing?.quantity != null && void save({ ...hand, estimate: weighing.quantity, bottles })
          }
        >
          {countId === undefined ? 'Записать остаток' : 'Добавить к подсчёту'}
        </Button>
      </Acts>
    </>
  );
}

export function WeighPage({ screen }: { screen: ItemAddress & Place }) {
  const now = useItem(screen);
  if (now === undefined) return <div aria-busy="true" />;
  if (now === null) {
    return (
      <Page title="Позиции нет" onBack={screens.back}>
        <Notice>Этой позиции нет в телефоне: её удалили или не успели загрузить</Notice>
      </Page>
    );
  }
  return (
    <Page title={now.item.name} onBack={screens.back}>
      <Weighing now={now} place={screen} />
    </Page>
  );
}

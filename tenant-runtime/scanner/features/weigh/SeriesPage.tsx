import { useState } from 'react';
import toast from 'react-hot-toast';
import { type ItemAddress, type ItemNow, useItem } from '../../catalogue/use-item.ts';
import { belongs, type Counting, useCounting } from '../../counts/counting.ts';
import { useItemInCount } from '../../counts/use-item-in-count.ts';
import { soundQuestion } from '../../device/sound.ts';
import { useAwakeWhile } from '../../device/use-wake-lock.ts';
import { screens } from '../../navigation/screen.ts';
import { itemRef, type PhoneItem } from '../../offline/catalogue.ts';
import { useRecords } from '../../recording/use-records.ts';
import { usePresetTare } from '../../scales/preset-tare.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { ChooseBottle } from './ChooseBottle.tsx';
import { PhoneScale } from './PhoneScale.tsx';
import { PresetTares } from './PresetTares.tsx';
import { ScaleReading } from './ScaleReading.tsx';
import classes from './Series.module.css';
import { NotWeighed, SeriesBottle } from './SeriesBottle.tsx';
import { SeriesRows } from './SeriesRows.tsx';
import { type SeriesRecord, seriesRecords, weighedSoFar } from './series-records.ts';
import { onScale, useSeriesScale } from './use-series-scale.ts';

interface SeriesScreen {
  since: string;
  countId?: number;
}

/** The bottle that was scanned or tapped last; each choice is a weighing of its own. */
interface Choice {
  turn: number;
  address: ItemAddress;
}

/** Why the chosen bottle takes no weight; undefined while that is not known, null when it takes one. */
function useObstacle({ item }: ItemNow, counting: Counting | null): string | null | undefined {
  const inCount = useItemInCount(counting, item);
  if (item.unit === 'шт') return 'Эту позицию считают в штуках, а не взвешивают';
  if (!counting) return null;
  if (!inCount) return undefined;
  if (inCount.line || belongs(counting.count, item)) return null;
  return `Этой позиции нет в подсчёте «${counting.count.title}»`;
}

interface ChosenProps {
  counting: Counting | null;
  presetTareG: number;
  records: readonly SeriesRecord[];
  /** The grams of the chosen item's bottles so far. */
  weights: number[];
  onPending: (isPending: boolean) => void;
  isLive: boolean;
}

/** Reads the item anew for each choice: until it is read, the item before it must not take the weight. */
function Chosen({ address, ...props }: ChosenProps & { address: ItemAddress }) {
  const now = useItem(address);
  if (now === undefined) return <div aria-busy="true" />;
  if (now === null) return <Notice failure>Этой позиции нет в телефоне: её удалили или не успели загрузить</Notice>;
  return <ChosenItem now={now} {...props} />;
}

function ChosenItem(props: ChosenProps & { now: ItemNow }) {
  const { now, counting, presetTareG, records, weights, onPending, isLive } = props;
  const obstacle = useObstacle(now, counting);
  if (obstacle === undefined) return <div aria-busy="true" />;
  if (obstacle !== null) return <NotWeighed now={now} why={obstacle} />;
  const count = counting ? { countId: counting.count.id, areaId: counting.areaId } : undefined;
  const weighed = weighedSoFar(records, itemRef(now.item), counting !== null);
  // What was sold since the first bottle stays sold.
  const recorded = weighed === undefined || counting ? weighed : (now.quantity ?? weighed);
  return (
    <SeriesBottle
      now={now}
      onScale={onScale}
      presetTareG={presetTareG}
      weighed={recorded}
      weights={weights}
      count={count}
      onPending={onPending}
      isLive={isLive}
    />
  );
}

/** Where the weights go. */
function Place({ counting }: { counting: Counting | null }) {
  if (!counting) return <p className={classes.note}>Вес становится остатком</p>;
  const area = counting.areaName ?? 'без зоны';
  return (
    <p className={classes.note}>
      В подсчёт «{counting.count.title}», {area}
    </p>
  );
}

function Weighing({ screen, counting }: { screen: SeriesScreen; counting: Counting | null }) {
  const [choice, setChoice] = useState<Choice>();
  const scale = useSeriesScale();
  const tare = usePresetTare();
  const records = seriesRecords(useRecords() ?? [], screen);
  const isLive = scale.scales.state === 'live';
  const [isPending, setPending] = useState(false);
  const [weights] = useState(() => new Map<string, number[]>());
  useAwakeWhile(true);

  function weightsOf({ itemId, itemKey }: ItemAddress): number[] {
    const key = String(itemKey ?? itemId);
    const known = weights.get(key) ?? [];
    weights.set(key, known);
    return known;
  }

  function choose({ id, key }: PhoneItem): void {
    if (isPending) {
      soundQuestion();
      toast.error('Сначала ответьте про бутылку, которую взвесили', { id: 'pending' });
      return;
    }
    const address = key === undefined ? { itemId: id } : { itemKey: key };
    setChoice((before) => ({ turn: (before?.turn ?? 0) + 1, address }));
  }

  return (
    <>
      <Place counting={counting} />
      <ChooseBottle onChoose={choose} />
      {choice && (
        <Chosen
          key={choice.turn}
          address={choice.address}
          counting={counting}
          presetTareG={tare.chosen?.grams ?? 0}
          records={records}
          weights={weightsOf(choice.address)}
          onPending={setPending}
          isLive={isLive}
        />
      )}
      {!choice && <p className={classes.prompt}>Отсканируйте или выберите бутылку и поставьте её на весы</p>}
      <PresetTares {...tare} />
      <ScaleReading scales={scale.scales} used={scale.used} onChoose={scale.choose} />
      <PhoneScale {...scale.phone} bridged={scale.bridge.state === 'live'} />
      <SeriesRows records={records} isCount={counting !== null} />
    </>
  );
}

/** Weighs bottle after bottle: a scan, a weight, a tone, the next one; no button is pressed between two. */
export function SeriesPage({ screen }: { screen: SeriesScreen }) {
  const counting = useCounting();
  const isOpen = screen.countId === undefined || counting?.count.id === screen.countId;
  return (
    <Page title="Взвесить полку" onBack={screens.back}>
      {counting === undefined && <div aria-busy="true" />}
      {counting !== undefined && !isOpen && (
        <Notice failure>Подсчёт закрыт или выбран другой. Взвешенное в нём осталось, новое сюда не записать</Notice>
      )}
      {counting !== undefined && isOpen && (
        <Weighing screen={screen} counting={screen.countId === undefined ? null : counting} />
      )}
    </Page>
  );
}

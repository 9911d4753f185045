import { useState } from 'react';
import { useItem } from '../../catalogue/use-item.ts';
import { belongs, useCounting } from '../../counts/counting.ts';
import { useItemInCount } from '../../counts/use-item-in-count.ts';
import { screens } from '../../navigation/screen.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { CountForm } from './CountForm.tsx';
import classes from './Item.module.css';
import type { ItemFormProps, ItemScreen } from './item-form-props.ts';

/** In a count the item is counted; its stock can be changed beside, for a bar goes on selling. */
function ItemForms({ now, screen }: ItemFormProps) {
  const counting = useCounting();
  const inCount = useItemInCount(counting, now.item);
  const [stock, setStock] = useState(screen.instead !== undefined);
  const [begun, setBegun] = useState(counting?.count);
  if (counting && counting.count.id !== begun?.id) setBegun(counting.count);
  if (counting === undefined || (counting && !inCount)) return <div aria-busy="true" />;
  if (!counting || !inCount) {
    return (
      <>
        {begun && <Notice failure>Подсчёт «{begun.title}» закрыт. Здесь меняется остаток</Notice>}
        <ChangeForm now={now} screen={screen} />
      </>
    );
  }
  if (!inCount.line && !belongs(counting.count, now.item)) {
    return (
      <>
        <Notice>Этой позиции нет в подсчёте «{counting.count.title}»</Notice>
        <ChangeForm now={now} screen={screen} />
      </>
    );
  }
  return (
    <>
      <div className={classes.either}>
        <Button aria-pressed={!stock} onClick={() => setStock(false)}>
          Подсчёт
        </Button>
        <Button aria-pressed={stock} onClick={() => setStock(true)}>
          Расход, приход
        </Button>
      </div>
      {stock ? (
        <ChangeForm now={now} screen={screen} />
      ) : (
        <CountForm now={now} screen={screen} counting={counting} inCount={inCount} />
      )}
    </>
  );
}

export function ItemPage({ screen }: { screen: ItemScreen }) {
  const now = useItem(screen);
  if (now === undefined) return <div aria-busy="true" />;
  if (now === null) {
    return (
      <Page title="Позиции нет" onBack={screens.back}>
        <Notice>Этой позиции нет в телефоне: её удалили или не успели загрузить</Notice>
        <Button onClick={screens.back}>Вернуться</Button>
      </Page>
    );
  }
  return (
    <Page title={now.item.name} onBack={screens.back}>
      <ItemForms now={now} screen={screen} />
    </Page>
  );
}

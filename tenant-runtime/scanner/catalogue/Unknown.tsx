import { screens } from '../navigation/screen.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useMayAdd } from '../workspace/use-may-add.ts';
import type { UnknownCode } from './use-lookup.ts';

/** Shows a code that belongs to no item: what is known about it and the possible actions. */
export function Unknown({ code, onForget }: { code: UnknownCode; onForget: () => void }) {
  const mayAdd = useMayAdd();
  const { ean, alias, offline } = code;
  const name = typeof alias?.description === 'string' ? alias.description : null;
  return (
    <Notice>
      <span>
        {name ? `${name}: такой позиции в заведении ещё нет` : `Код ${ean} не знаком`}
        {offline && '. Связи нет, записать можно и так'}
      </span>
      {mayAdd && (
        <Button look="primary" onClick={() => screens.open({ name: 'new', ean, ...(alias ? { alias } : {}) })}>
          Добавить как новый
        </Button>
      )}
      <Button look={mayAdd ? 'plain' : 'primary'} onClick={() => screens.open({ name: 'attach', ean })}>
        Это код другой позиции
      </Button>
      {!mayAdd && <span>Новую позицию добавляет администратор</span>}
      <Button look="quiet" onClick={onForget}>
        Закрыть
      </Button>
    </Notice>
  );
}

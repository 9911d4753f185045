import { screens } from '../navigation/screen.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useMayAdd } from '../workspace/use-may-add.ts';
import type { UnknownCode } from './use-lookup.ts';

function textOf({ ean, alias }: UnknownCode): string {
  const name = typeof alias?.description === 'string' ? alias.description : null;
  if (name) return `${name}: такой позиции в заведении ещё нет`;
  return ean === undefined ? 'Марка пока не знакома. Скажите один раз, чья это бутылка' : `Код ${ean} не знаком`;
}

/** Shows a code that belongs to no item: what is known about it and the possible actions. */
export function Unknown({ code, onForget }: { code: UnknownCode; onForget: () => void }) {
  const mayAdd = useMayAdd();
  const { ean, mark, alias, offline } = code;
  const what = { ...(ean !== undefined && { ean }), ...(mark !== undefined && { mark }) };
  const attach = (
    <Button
      look={mayAdd && ean !== undefined ? 'plain' : 'primary'}
      onClick={() => screens.open({ name: 'attach', ...what })}
    >
      {ean === undefined ? 'Выбрать позицию' : 'Это код другой позиции'}
    </Button>
  );
  return (
    <Notice>
      <span>
        {textOf(code)}
        {offline && '. Связи нет, записать можно и так'}
      </span>
      {ean === undefined && attach}
      {mayAdd && (
        <Button
          look={ean === undefined ? 'plain' : 'primary'}
          onClick={() => screens.open({ name: 'new', ...what, ...(alias ? { alias } : {}) })}
        >
          Добавить как новый
        </Button>
      )}
      {ean !== undefined && attach}
      {!mayAdd && <span>Новую позицию добавляет администратор</span>}
      <Button look="quiet" onClick={onForget}>
        Закрыть
      </Button>
    </Notice>
  );
}

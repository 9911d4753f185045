import type { NewCodes, TotpOffer } from '@ostatok/api/contract/account.endpoints.ts';
import type { Act } from './Confirmation.tsx';
import { addPasskey, offerTotp, removePasskey, removeTotp, renewCodes } from './calls.ts';

export interface FactorActsOptions {
  onOffer: (offer: TotpOffer) => void;
  /** Called with what to tell the user, and with new recovery codes if there are any. */
  onDone: (text: string, codes?: NewCodes) => Promise<void>;
}

/** The changes of the second factor, each of which the user confirms. */
export function factorActs({ onOffer, onDone }: FactorActsOptions) {
  const turnOn: Act = {
    title: 'Включить вход с кодом',
    button: 'Продолжить',
    run: async (confirmed) => onOffer(await offerTotp(confirmed)),
  };
  const turnOff: Act = {
    title: 'Выключить вход с кодом?',
    text: 'Войти можно будет без кода из приложения.',
    button: 'Выключить',
    danger: true,
    run: async (confirmed) => {
      await removeTotp(confirmed);
      await onDone('Вход с кодом выключен');
    },
  };
  const add: Act = {
    title: 'Добавить ключ доступа',
    text: 'Браузер предложит отпечаток, лицо, PIN или ключ USB.',
    button: 'Продолжить',
    asksName: true,
    run: async (confirmed, name) => onDone('Ключ доступа добавлен', await addPasskey(name, confirmed)),
  };
  const renew: Act = {
    title: 'Создать новые резервные коды?',
    text: 'Прежние перестанут действовать.',
    button: 'Создать',
    run: async (confirmed) => onDone('Коды созданы', await renewCodes(confirmed)),
  };
  const removal = (id: string, name: string): Act => ({
    title: `Удалить ключ «${name}»?`,
    button: 'Удалить',
    danger: true,
    run: async (confirmed) => {
      await removePasskey(id, confirmed);
      await onDone('Ключ удалён');
    },
  });
  return { turnOn, turnOff, add, renew, removal };
}

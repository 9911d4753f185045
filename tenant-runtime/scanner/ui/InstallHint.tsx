import { install, useInstallOffered } from '../lib/install.ts';
import { Button } from './Button.tsx';
import classes from './InstallHint.module.css';

/** To whoever has the scanner in a phone's browser: on the home screen it opens at once, and keeps what it holds. */
export function InstallHint() {
  const offered = useInstallOffered();
  return (
    <div className={classes.hint}>
      <p>
        Поставьте сканер на телефон: откроется одним касанием, и без связи тоже.
        {!offered && ' В меню браузера выберите «На экран „Домой“» или «Установить приложение».'}
      </p>
      {offered && <Button onClick={() => void install()}>Установить</Button>}
    </div>
  );
}

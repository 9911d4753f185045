import { Button } from '../ui/Button.tsx';
import classes from './InstallHint.module.css';
import { install, useInstallOffered } from './install.ts';

/**
 * Suggests installing the scanner to users of a phone's browser: from the home screen it opens at once and its storage
 * is kept.
 */
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

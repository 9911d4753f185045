import { Tooltip } from '@mantine/core';
import { plural } from '@ostatok/kit/web/format.ts';
import { useLive, useQueue, useQueuedEntries } from '../workspace/workspace.ts';
import classes from './ConnectionState.module.css';

const words = { connecting: 'Подключение…', online: 'На связи', offline: 'Нет связи' };
const hints = {
  connecting: 'Подключаемся к заведению',
  online: 'Изменения видны сразу',
  offline: 'Изменения сохраняются в этом браузере и уйдут, как только связь вернётся',
};

/** Shows a dot for the live connection and, beside it, the number of changes not yet sent. */
export function ConnectionState() {
  const { connection } = useLive();
  const waiting = [...useQueue(), ...useQueuedEntries()].filter(({ state }) => state === 'waiting').length;
  const unsent = waiting > 0 && `${waiting} ${plural(waiting, ['изменение', 'изменения', 'изменений'])} в пути`;
  return (
    <Tooltip label={hints[connection]} multiline maw={260}>
      <output className={classes.state} data-connection={connection}>
        <span className={classes.dot} aria-hidden />
        <span className={classes.words}>{unsent || words[connection]}</span>
      </output>
    </Tooltip>
  );
}

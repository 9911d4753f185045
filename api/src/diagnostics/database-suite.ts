import type { Knex } from '@ostatok/kit/node/db.ts';
import {
  appliedMigrations,
  connections,
  durability,
  isOpenToAll,
  serverVersion,
  writeAndRead,
} from './diagnostics.queries.ts';
import type { Suite } from './suite.ts';

const CROWDED = 0.8;

/** Checks that the platform's database answers, is complete, safe to trust and not about to run out. */
export function databaseSuite(db: Knex, migrationNames: string[]): Suite {
  return {
    name: 'database',
    title: 'База данных',
    checks: [
      {
        name: 'Соединение',
        description: 'Спрашивает у сервера его версию и размер базы',
        purpose: 'Без базы платформа не работает',
        async run() {
          const { version, size } = await serverVersion(db);
          return { message: `PostgreSQL ${version}, база занимает ${size}`, details: { version, size } };
        },
      },
      {
        name: 'Схема',
        description: 'Сравнивает применённые миграции с теми, что знает эта версия',
        purpose: 'Недостающая миграция ломает запросы',
        async run() {
          const applied = await appliedMigrations(db);
          const missing = migrationNames.filter((name) => !applied.includes(name));
          if (missing.length > 0) throw new Error(`Не применены миграции: ${missing.join(', ')}`);
          return { message: `Применены все миграции: ${migrationNames.length}` };
        },
      },
      {
        name: 'Запись',
        description: 'Пишет два дробных числа во временную таблицу и складывает их',
        purpose: 'Запись возможна, а количества складываются точно',
        async run() {
          const total = await db.transaction((trx) => writeAndRead(trx));
          if (total !== '0.300') throw new Error(`0,1 + 0,2 дало ${total}`);
          return { message: 'Запись работает, 0,1 + 0,2 = 0,3' };
        },
      },
      {
        name: 'Надёжность записи',
        description: 'Читает fsync, synchronous_commit и full_page_writes',
        purpose: 'С выключенными настройками сбой питания теряет подтверждённые данные',
        async run() {
          const settings = await durability(db);
          const off = Object.entries(settings).filter(([, value]) => value === 'off');
          const warning = off.length > 0 ? `Выключено: ${off.map(([name]) => name).join(', ')}` : undefined;
          return {
            message: warning ? 'Сбой питания может стоить данных' : 'Подтверждённое переживёт сбой',
            warning,
            details: settings,
          };
        },
      },
      {
        name: 'Изоляция',
        description: 'Проверяет, могут ли посторонние роли войти в базу платформы',
        purpose: 'Заведение не должно видеть ничего, кроме своего',
        async run() {
          const open = await isOpenToAll(db);
          const warning = open ? 'В базу платформы может войти любая роль сервера' : undefined;
          return { message: open ? 'Доступ не ограничен' : 'Посторонние роли войти не могут', warning };
        },
      },
      {
        name: 'Запас соединений',
        description: 'Считает занятые соединения сервера',
        purpose: 'Когда соединения кончаются, новые запросы ждут',
        async run() {
          const { used, most } = await connections(db);
          const warning = used > most * CROWDED ? 'Соединения почти кончились' : undefined;
          return { message: `Занято ${used} из ${most}`, warning, details: { used, most } };
        },
      },
    ],
  };
}

import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import { moment, roubles } from '../format.ts';
import type { Dashboard } from '../operations/read-dashboard.ts';
import { statusRows } from '../status-rows.ts';
import { countsOf, shareOf } from './work-words.ts';

function Rows({ rows }: { rows: [string, string][] }): ReactElement {
  const widest = Math.max(...rows.map(([name]) => name.length));
  return (
    <Box flexDirection="column">
      {rows.map(([name, value]) => (
        <Text key={name} wrap="truncate">
          <Text dimColor>{name.padEnd(widest + 2)}</Text>
          {value}
        </Text>
      ))}
    </Box>
  );
}

function Part({ title, children }: { title: string; children: ReactElement[] | ReactElement }): ReactElement {
  return (
    <Box flexDirection="column" marginTop={1}>
      <Text bold>{title}</Text>
      {children}
    </Box>
  );
}

function Platform({ stats, issues, running, activity }: NonNullable<Dashboard['platform']>): ReactElement {
  return (
    <>
      <Box marginTop={1} flexDirection="column">
        <Rows
          rows={[
            ['Пользователей', String(stats.totalUsers)],
            ['Подписок', `${stats.activeSubscriptions}, ${roubles(stats.mrr)} в месяц`],
          ]}
        />
        <Text color={issues > 0 ? 'yellow' : 'green'}>
          {issues > 0 ? `! Расхождений: ${issues}. Посмотреть: ostatok cleanup audit` : '✓ Расхождений нет'}
        </Text>
      </Box>
      {running.length > 0 && (
        <Part title="Идёт">
          {running.map((work) => (
            <Text key={work.id} wrap="truncate">
              {`${String(Math.floor(shareOf(work) * 100)).padStart(3)} %  ${work.title} (${countsOf(work)})`}
            </Text>
          ))}
        </Part>
      )}
      <Part title="Последнее">
        {activity.map((entry) => (
          <Text key={entry.id} wrap="truncate">
            <Text dimColor>{`${moment(entry.at)}  `}</Text>
            {entry.description}
          </Text>
        ))}
      </Part>
    </>
  );
}

/** The whole platform at a glance, on a terminal of 80 columns and 24 lines. */
export function DashboardView({ dashboard }: { dashboard?: Dashboard }): ReactElement {
  if (!dashboard) return <Text dimColor>Смотрим…</Text>;
  const { status, platform, at } = dashboard;
  return (
    <Box flexDirection="column">
      <Rows rows={statusRows(status)} />
      {platform && <Platform {...platform} />}
      <Box marginTop={1}>
        <Text dimColor>{`${at.toLocaleTimeString('ru-RU')} · Ctrl-C — выйти`}</Text>
        {status.ready || <Text color="red"> · связи нет, показано последнее известное</Text>}
      </Box>
    </Box>
  );
}

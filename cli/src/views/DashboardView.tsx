import type { AttentionLevel, AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import { Box, Text, useInput, useStdin, useWindowSize } from 'ink';
import { Fragment, type ReactElement } from 'react';
import { attentionSigns } from '../labels/attention-lines.ts';
import { statusRows } from '../labels/status-rows.ts';
import type { Dashboard } from '../operations/read-dashboard.ts';
import { grouped, moment, roubles, ZONE, ZONE_NAME } from '../output/format.ts';
import { countsOf, shareOf } from './work-labels.ts';

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

/** The lines taken by the figures, the footer and the blank lines between the parts. */
const FIXED = 10;
/** Lines reserved for running work and recent activity, however many attention lines there are. */
const LEAST_REST = 4;
const PART = 2;

/** How many running and recent entries fit in the remaining rows; running ones come first. */
function sharesOf(rows: number, running: number, recent: number): { running: number; recent: number } {
  const left = Math.max(0, rows);
  const first = running > 0 ? Math.max(0, Math.min(running, left - PART)) : 0;
  const rest = left - (first > 0 ? first + PART : 0);
  return { running: first, recent: Math.max(0, Math.min(recent, rest - PART)) };
}

const colors: Record<AttentionLevel, string> = { broken: 'red', warning: 'yellow', waiting: 'cyan' };

/** Shows the most harmful lines first; those that do not fit are counted. */
function AttentionPart({ lines, most }: { lines: AttentionLine[]; most: number }): ReactElement {
  if (lines.length === 0) return <Text color="green">✓ Ничего не требует внимания</Text>;
  const rest = lines.length - most;
  return (
    <>
      {lines.slice(0, most).map(({ id, level, text, details, action }) => (
        <Fragment key={id}>
          <Text color={colors[level]} wrap="truncate">
            {`${attentionSigns[level]} ${[text, details[0]].filter(Boolean).join('. ')}`}
          </Text>
          <Text dimColor wrap="truncate">{`    $ ${action.command}`}</Text>
        </Fragment>
      ))}
      {rest > 0 && <Text color="yellow">{`Ещё ${rest}: ostatok status`}</Text>}
    </>
  );
}

interface PlatformProps {
  platform: NonNullable<Dashboard['platform']>;
  rows: number;
}

function Platform({ platform, rows }: PlatformProps): ReactElement {
  const { stats, attention, running, activity } = platform;
  const most = Math.min(attention.length, Math.max(1, Math.floor((rows - FIXED - LEAST_REST) / 2)));
  const taken = attention.length === 0 ? 1 : 2 * most + (attention.length > most ? 1 : 0);
  const shares = sharesOf(rows - FIXED - taken, running.length, activity.length);
  return (
    <>
      <Box marginTop={1} flexDirection="column">
        <Rows
          rows={[
            ['Пользователей', grouped(stats.totalUsers)],
            ['Подписок', `${grouped(stats.activeSubscriptions)}, ${roubles(stats.mrr)} в месяц`],
          ]}
        />
        <AttentionPart lines={attention} most={most} />
      </Box>
      {shares.running > 0 && (
        <Part title="Идёт">
          {running.slice(0, shares.running).map((work) => (
            <Text key={work.id} wrap="truncate">
              {`${String(Math.floor(shareOf(work) * 100)).padStart(3)} %  ${work.title} (${countsOf(work)})`}
            </Text>
          ))}
        </Part>
      )}
      {shares.recent > 0 && (
        <Part title="Последнее">
          {activity.slice(0, shares.recent).map((entry) => (
            <Text key={entry.id} wrap="truncate">
              <Text dimColor>{`${moment(entry.at)}  `}</Text>
              {entry.description}
            </Text>
          ))}
        </Part>
      )}
    </>
  );
}

function Keys({ onLeave }: { onLeave: () => void }): null {
  useInput((typed, key) => {
    if (typed === 'q' || typed === 'й' || key.escape || (key.ctrl && typed === 'c')) onLeave();
  });
  return null;
}

/** The whole platform on one screen, never higher than the terminal. */
export function DashboardView({ dashboard, onLeave }: { dashboard?: Dashboard; onLeave: () => void }): ReactElement {
  const { rows } = useWindowSize();
  const { isRawModeSupported } = useStdin();
  const keys = isRawModeSupported ? <Keys onLeave={onLeave} /> : null;
  if (!dashboard)
    return (
      <>
        {keys}
        <Text dimColor>Смотрим…</Text>
      </>
    );
  const { status, platform, at } = dashboard;
  const leave = isRawModeSupported ? 'q или Ctrl-C — выйти' : 'Ctrl-C — выйти';
  return (
    <Box flexDirection="column" height={rows - 1} overflow="hidden">
      {keys}
      <Rows rows={statusRows(status)} />
      {platform && <Platform platform={platform} rows={rows} />}
      <Box marginTop={1}>
        <Text wrap="truncate">
          <Text dimColor>{`${at.toLocaleTimeString('ru-RU', { timeZone: ZONE })} ${ZONE_NAME} · ${leave}`}</Text>
          {status.ready || <Text color="red"> · связи нет, показано последнее</Text>}
        </Text>
      </Box>
    </Box>
  );
}

import { Box, Text, useWindowSize } from 'ink';
import type { ReactElement } from 'react';
import type { Progress } from '../operations/follow-work.ts';
import { Spinner } from './Spinner.tsx';
import { countsOf, shareOf, wordOf } from './work-labels.ts';

const BAR = 30;
const SHORTEST_BAR = 6;
/** The lines of the title, the bar, the lost connection, the result and the hint on how to leave. */
const FIXED = 6;

function Bar({ share, alive, width }: { share: number; alive: boolean; width: number }): ReactElement {
  const filled = Math.round(share * width);
  return (
    <Text>
      <Text color={alive ? 'yellow' : 'green'}>{'█'.repeat(filled)}</Text>
      <Text dimColor>{'░'.repeat(width - filled)}</Text>
    </Text>
  );
}

/** A long piece of work: its progress, its running parts and its failures. */
export function WorkView({ title, progress }: { title: string; progress?: Progress }): ReactElement {
  const { columns, rows } = useWindowSize();
  if (!progress) {
    return (
      <Text>
        <Spinner /> {title}
      </Text>
    );
  }
  const { work, running, failed, lost } = progress;
  const alive = work.finished_at === null;
  const counts = countsOf(work);
  const width = Math.max(SHORTEST_BAR, Math.min(BAR, columns - counts.length - 4));
  const room = Math.max(0, rows - FIXED);
  const shown = failed.slice(0, room);
  return (
    <Box flexDirection="column">
      <Text bold wrap="truncate">
        {work.title}
      </Text>
      <Box gap={1}>
        {alive ? <Spinner /> : <Text> </Text>}
        <Bar share={shareOf(work)} alive={alive} width={width} />
        <Text wrap="truncate">{counts}</Text>
      </Box>
      {running.slice(0, room - shown.length).map((item) => (
        <Text
          key={item.key}
          dimColor
          wrap="truncate"
        >{`  ${item.label}${item.message ? ` — ${item.message}` : ''}`}</Text>
      ))}
      {shown.map((item) => (
        <Text key={item.key} color="red" wrap="truncate">{`✗ ${item.label}: ${item.message ?? 'не удалось'}`}</Text>
      ))}
      {lost && (
        <Text color="yellow" wrap="truncate">
          Связь потеряна, платформа продолжает работу. Ждём…
        </Text>
      )}
      {alive || <Text>{`${wordOf(work)}${work.message ? `. ${work.message}` : ''}`}</Text>}
      {alive && (
        <Text dimColor wrap="truncate">
          Ctrl-C — отойти: работа продолжится на платформе
        </Text>
      )}
    </Box>
  );
}

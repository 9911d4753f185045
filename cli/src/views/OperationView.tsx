import { Box, Text } from 'ink';
import Spinner from 'ink-spinner';
import type { ReactElement } from 'react';
import type { OperationProgress } from '../operations/follow-operation.ts';
import { countsOf, shareOf, wordOf } from './operation-words.ts';

const BAR = 30;

function Bar({ share, alive }: { share: number; alive: boolean }): ReactElement {
  const filled = Math.round(share * BAR);
  return (
    <Text>
      <Text color={alive ? 'yellow' : 'green'}>{'█'.repeat(filled)}</Text>
      <Text dimColor>{'░'.repeat(BAR - filled)}</Text>
    </Text>
  );
}

/** A long piece of work: how far it is, what is under way and what has failed. */
export function OperationView({ title, progress }: { title: string; progress?: OperationProgress }): ReactElement {
  if (!progress) {
    return (
      <Text>
        <Spinner type="dots" /> {title}
      </Text>
    );
  }
  const { operation, running, failed, lost } = progress;
  const alive = operation.finished_at === null;
  return (
    <Box flexDirection="column">
      <Text bold>{operation.title}</Text>
      <Box gap={1}>
        {alive ? <Spinner type="dots" /> : <Text> </Text>}
        <Bar share={shareOf(operation)} alive={alive} />
        <Text>{countsOf(operation)}</Text>
      </Box>
      {running.map((item) => (
        <Text
          key={item.key}
          dimColor
          wrap="truncate"
        >{`  ${item.label}${item.message ? ` — ${item.message}` : ''}`}</Text>
      ))}
      {failed.map((item) => (
        <Text key={item.key} color="red" wrap="truncate">{`✗ ${item.label}: ${item.message ?? 'не удалось'}`}</Text>
      ))}
      {lost && <Text color="yellow">Связь потеряна, платформа продолжает работу. Ждём…</Text>}
      {alive || <Text>{`${wordOf(operation)}${operation.message ? `. ${operation.message}` : ''}`}</Text>}
      {alive && <Text dimColor>Ctrl-C — отойти: работа продолжится на платформе</Text>}
    </Box>
  );
}

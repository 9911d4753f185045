import { Box, Text } from 'ink';
import Spinner from 'ink-spinner';
import type { ReactElement } from 'react';
import type { Progress } from '../operations/follow-work.ts';
import { countsOf, shareOf, wordOf } from './work-words.ts';

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
export function WorkView({ title, progress }: { title: string; progress?: Progress }): ReactElement {
  if (!progress) {
    return (
      <Text>
        <Spinner type="dots" /> {title}
      </Text>
    );
  }
  const { work, running, failed, lost } = progress;
  const alive = work.finished_at === null;
  return (
    <Box flexDirection="column">
      <Text bold>{work.title}</Text>
      <Box gap={1}>
        {alive ? <Spinner type="dots" /> : <Text> </Text>}
        <Bar share={shareOf(work)} alive={alive} />
        <Text>{countsOf(work)}</Text>
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
      {alive || <Text>{`${wordOf(work)}${work.message ? `. ${work.message}` : ''}`}</Text>}
      {alive && <Text dimColor>Ctrl-C — отойти: работа продолжится на платформе</Text>}
    </Box>
  );
}

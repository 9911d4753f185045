import { Box, Text } from 'ink';
import { type ReactElement, useEffect, useState } from 'react';
import type { BridgeState, ScaleView } from '../bridge.ts';
import { keptText, scaleText, venueText, weightText } from './texts.ts';

const colors = { connected: 'green', connecting: 'yellow', waiting: 'yellow', lost: 'red' } as const;
const signs = { connected: '●', connecting: '○', waiting: '○', lost: '✗' } as const;

function Sign({ state }: { state: keyof typeof signs }): ReactElement {
  return (
    <Box flexShrink={0}>
      <Text color={colors[state]}>{signs[state]}</Text>
    </Box>
  );
}

function ScaleLine({ scale, now }: { scale: ScaleView; now: number }): ReactElement {
  return (
    <Box flexDirection="column">
      <Box gap={1}>
        <Sign state={scale.state} />
        <Box width={30} flexShrink={0}>
          <Text wrap="truncate">{scale.model || scale.scaleId}</Text>
        </Box>
        <Box width={16} flexShrink={0} justifyContent="flex-end">
          <Text bold={scale.stable ?? false} dimColor={!scale.stable}>
            {weightText(scale)}
          </Text>
        </Box>
        <Text dimColor wrap="truncate">
          {scaleText(scale, now)}
        </Text>
      </Box>
      {scale.note && (
        <Box marginLeft={2}>
          <Text color="yellow">{scale.note}</Text>
        </Box>
      )}
    </Box>
  );
}

interface BridgeViewProps {
  title: string;
  state: BridgeState;
  elapsed: () => number;
}

/** The bridge on a terminal: the tenant, its scales, and the number of unsent weights. */
export function BridgeView({ title, state, elapsed }: BridgeViewProps): ReactElement {
  const [now, setNow] = useState(elapsed());
  useEffect(() => {
    const timer = setInterval(() => setNow(elapsed()), 500);
    return () => clearInterval(timer);
  }, [elapsed]);
  return (
    <Box flexDirection="column" width={80}>
      <Box gap={1}>
        <Sign state={state.venue.state} />
        <Text bold wrap="truncate">
          {title}
        </Text>
        <Box flexShrink={0}>
          <Text dimColor>{venueText(state, now)}</Text>
        </Box>
      </Box>
      {state.scales.map((scale) => (
        <ScaleLine key={scale.scaleId} scale={scale} now={now} />
      ))}
      {state.trouble && <Text color="yellow">{state.trouble}</Text>}
      {!state.trouble && state.scales.length === 0 && <Text dimColor>Ищем весы: включите их и поставьте рядом</Text>}
      {keptText(state) && <Text color="yellow">{keptText(state)}</Text>}
      <Text dimColor>Остановить: Ctrl+C</Text>
    </Box>
  );
}

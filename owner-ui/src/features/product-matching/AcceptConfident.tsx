import { Button, Group, Text, TextInput } from '@mantine/core';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import classes from './Matching.module.css';
import type { MatchingOfVenue } from './use-matching.ts';

const [LEAST, MOST, STEP] = [50, 99, 5];

interface AcceptConfidentProps {
  matching: Pick<MatchingOfVenue, 'confident' | 'acceptConfident' | 'threshold' | 'setThreshold'>;
  loaded: number;
  total: number;
}

/** Accepts the likeliest match of every product for which it is sure enough. */
export function AcceptConfident({ matching, loaded, total }: AcceptConfidentProps) {
  const { confident, acceptConfident, threshold, setThreshold } = matching;
  const [typed, setTyped] = useState(String(threshold));
  const count = Object.keys(confident).length;
  const write = (text: string) => {
    setTyped(text);
    const percent = Number(text);
    if (percent >= LEAST && percent <= MOST) setThreshold(percent);
  };
  return (
    <div className={classes.sure}>
      <Group gap="sm" wrap="nowrap">
        <Button
          variant="light"
          leftSection={<CheckCheck size={20} aria-hidden />}
          disabled={count === 0}
          onClick={acceptConfident}
        >
          Принять сразу: {count}
        </Button>
        <TextInput
          type="number"
          aria-label="Уверенность, %"
          leftSection="от"
          rightSection="%"
          min={LEAST}
          max={MOST}
          step={STEP}
          value={typed}
          onChange={(event) => write(event.currentTarget.value)}
          onBlur={() => setTyped(String(threshold))}
          className={classes.percent}
        />
      </Group>
      {loaded < total && (
        <Text c="dimmed" fz="sm" role="status">
          Ищем совпадения: {loaded} из {total}
        </Text>
      )}
    </div>
  );
}

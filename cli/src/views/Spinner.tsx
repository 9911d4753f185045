import { Text, useAnimation } from 'ink';
import type { ReactElement } from 'react';

const FRAMES = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];

/** A turning sign: something is under way. */
export function Spinner(): ReactElement {
  const { frame } = useAnimation({ interval: 80 });
  return <Text>{FRAMES[frame % FRAMES.length]}</Text>;
}

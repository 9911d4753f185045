import { Text } from '@mantine/core';
import { plural } from '@ostatok/kit/web/format.ts';

/** Warns what a smaller plan takes away before it is chosen. */
export function Fewer({ venues }: { venues: number }) {
  return (
    <Text>
      На нём работает до {venues} {plural(venues, ['заведения', 'заведений', 'заведений'])}. Если их больше, остальные в
      этот день приостановим, данные сохраним. Какие останутся, выберете на странице «Заведения».
    </Text>
  );
}

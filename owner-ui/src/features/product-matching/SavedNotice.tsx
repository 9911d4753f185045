import { Button, Stack, Text } from '@mantine/core';
import { plural } from '@ostatok/kit/web/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { MatchingOfVenue, Saved } from './use-matching.ts';

interface SavedNoticeProps {
  saved: Saved;
  matching: Pick<MatchingOfVenue, 'isUndoing' | 'takeBack'>;
}

/** What was saved last, with the way back. */
export function SavedNotice({ saved: { matched, absent, gone }, matching }: SavedNoticeProps) {
  return (
    <Notice kind="info" title={`Сохранено: ${matched + absent}`}>
      <Stack align="flex-start" gap="sm">
        <Text inherit>
          Сопоставлено с каталогом: {matched}.{absent > 0 && ` Нет в каталоге: ${absent}.`}
          {gone > 0 &&
            ` Не сохранено: ${gone} — ${plural(gone, ['товара', 'этих товаров', 'этих товаров'])} уже нет в заведении или в каталоге.`}
        </Text>
        <Button size="sm" variant="default" loading={matching.isUndoing} onClick={matching.takeBack}>
          Отменить сохранение
        </Button>
      </Stack>
    </Notice>
  );
}

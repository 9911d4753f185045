import { Center, Loader } from '@mantine/core';

export function PageLoading() {
  return (
    <Center mih="60dvh" role="status" aria-label="Загрузка">
      <Loader type="dots" />
    </Center>
  );
}

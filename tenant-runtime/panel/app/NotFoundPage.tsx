import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Такой страницы нет">
      <Notice title="Адрес набран неверно или страница переехала">
        <Button component={Link} to="/">
          Открыть остатки
        </Button>
      </Notice>
    </Page>
  );
}

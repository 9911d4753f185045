import { Alert, Badge, Button, TextInput } from '@mantine/core';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import { newId } from '@ostatok/kit/web/new-id.ts';
import { MAX_FILE_BYTES } from '@ostatok/tenant-runtime/contract/imports.ts';
import type { Dish } from '@ostatok/tenant-runtime/contract/recipes.endpoints.ts';
import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '../../client/api.ts';
import { DropZone } from '../../files/DropZone.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Page } from '../../ui/Page.tsx';
import type { UnknownTable } from './columns.ts';
import { NewDish } from './NewDish.tsx';
import classes from './Recipes.module.css';
import { percentText } from './recipe-draft.ts';
import { type DishesShown, useDishes } from './recipes.ts';
import { UnknownColumns } from './UnknownColumns.tsx';
import { type Upload, useRecipeUpload } from './use-recipe-upload.ts';

const FORMATS = 'Таблица Excel или CSV, техкарты iiko в JSON, номенклатура iiko в XML';

function Figures({ dish: { cost, price, margin, questions, sizes } }: { dish: Dish }) {
  if (sizes === 0) return <Badge color="gray">нет рецепта</Badge>;
  if (questions > 0) return <Badge color="amber">вопросов: {questions}</Badge>;
  return (
    <>
      <span>{formatMoney(cost)}</span>
      <span className={classes.dim}>{price === null ? 'без цены' : `из ${formatMoney(price)}`}</span>
      <b>{percentText(margin)}</b>
    </>
  );
}

function Row({ dish }: { dish: Dish }) {
  const { id, name, group, kind, unit } = dish;
  return (
    <li>
      <Link to={`/recipes/${id}`} className={classes.row}>
        <span className={classes.name}>{name}</span>
        <span className={classes.group}>{kind === 'semi' ? `Заготовка, ${unit}` : group}</span>
        <span className={classes.figures}>
          <Figures dish={dish} />
        </span>
      </Link>
    </li>
  );
}

function Nothing({ search, questions }: DishesShown) {
  if (search) return <p className={classes.nothing}>Ничего не нашлось</p>;
  if (questions) return <p className={classes.nothing}>Вопросов нет: все рецепты понятны</p>;
  return (
    <p className={classes.nothing}>
      <b>Рецептов ещё нет.</b> Загрузите карту коктейлей файлом или добавьте первый напиток: покажем себестоимость и
      маржу
    </p>
  );
}

function List(shown: DishesShown) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDishes(shown);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={4} />;
  const dishes = data.pages.flatMap((page) => page.dishes);
  if (dishes.length === 0) return <Nothing {...shown} />;
  return (
    <>
      <ul className={classes.list} aria-label="Рецепты">
        {dishes.map((dish) => (
          <Row key={dish.id} dish={dish} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Показать ещё
        </Button>
      )}
    </>
  );
}

const kinds = [
  { value: 'all', label: 'Все' },
  { value: 'questions', label: 'С вопросами' },
] as const;

export function RecipesPage() {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<'all' | 'questions'>('all');
  const [adding, setAdding] = useState(false);
  const [unknown, setUnknown] = useState<{ table: UnknownTable; upload: Upload } | null>(null);
  const sought = useDeferredValue(search.trim());
  const upload = useRecipeUpload({
    onRead: (id) => void navigate(`/recipes/files/${id}`),
    onUnknown: (table, tried) => setUnknown({ table, upload: tried }),
  });
  return (
    <Page title="Рецепты" actions={<Button onClick={() => setAdding(true)}>Новое блюдо</Button>}>
      {adding && <NewDish onClose={() => setAdding(false)} />}
      {upload.error && (
        <Alert color="red" variant="light" role="alert">
          {messageOf(upload.error)}
        </Alert>
      )}
      {unknown ? (
        <UnknownColumns
          key={unknown.upload.key}
          table={unknown.table}
          upload={unknown.upload}
          isReading={upload.isPending}
          onRead={upload.mutate}
          onClose={() => {
            upload.reset();
            setUnknown(null);
          }}
        />
      ) : (
        <>
          <div className={classes.filter}>
            <TextInput
              aria-label="Найти блюдо"
              placeholder="Название, код или группа"
              leftSection={<Search size={20} aria-hidden />}
              autoComplete="off"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <Choice label="Показать" value={shown} options={kinds} onChange={setShown} />
          </div>
          <List search={sought} questions={shown === 'questions'} />
          <DropZone
            label="Файл рецептов"
            button="Загрузить рецепты"
            accept=".xml,.xls,.xlsx,.csv,.json"
            hint={`${FORMATS}, до ${MAX_FILE_BYTES / 1024 / 1024} МБ. Сначала покажем, что изменится`}
            busy={upload.isPending}
            onFile={(file) => upload.mutate({ key: newId(), file })}
          />
        </>
      )}
    </Page>
  );
}

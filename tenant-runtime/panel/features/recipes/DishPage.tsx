import { Anchor, Button, NativeSelect } from '@mantine/core';
import type { DishDetails, Recipe } from '@ostatok/tenant-runtime/contract/recipes.endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link, useNavigate, useParams } from 'react-router';
import { api, messageOf } from '../../client/api.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { DishFields } from './DishFields.tsx';
import { RecipeEditor } from './RecipeEditor.tsx';
import classes from './Recipes.module.css';
import { dayText } from './recipe-draft.ts';
import { showDish, useDish, useSemis } from './recipes.ts';

function Remove({ id }: { id: number }) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.call('DELETE /api/dishes/:id', { params: { id } }),
    onSuccess: () => void navigate('/recipes'),
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['dishes']] },
  });
  return (
    <ConfirmButton
      label="Удалить блюдо"
      variant="subtle"
      question="Удалить вместе с рецептами?"
      confirm="Удалить"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}

const revisionText = ({ size, valid_from, current }: Recipe): string =>
  [size, dayText(valid_from), current && 'действует'].filter(Boolean).join(', ');

function Revisions({
  dish,
  chosen,
  onChoose,
}: {
  dish: DishDetails;
  chosen: Recipe;
  onChoose: (id: number | null) => void;
}) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      const params = { id: dish.id, recipeId: chosen.id };
      return (await api.call('DELETE /api/dishes/:id/recipes/:recipeId', { params })).dish;
    },
    async onSuccess(answer) {
      await showDish(queries, answer);
      onChoose(null);
    },
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['dishes']] },
  });
  return (
    <div className={classes.revisions}>
      <NativeSelect
        label="Редакция рецепта"
        value={chosen.id}
        data={dish.recipes.map((recipe) => ({ value: String(recipe.id), label: revisionText(recipe) }))}
        onChange={(event) => onChoose(Number(event.currentTarget.value))}
      />
      <Button variant="subtle" color="gray" loading={remove.isPending} onClick={() => remove.mutate()}>
        Удалить редакцию
      </Button>
    </div>
  );
}

function Dish({ dish }: { dish: DishDetails }) {
  // what is typed over one revision is not taken for another that somebody turns to
  const [{ chosenId, turn }, setChosen] = useState<{ chosenId: number | null; turn: number }>({
    chosenId: null,
    turn: 0,
  });
  const { recipes } = dish;
  // a semi-product that is not there yet would look like one that is gone
  const { isPending } = useSemis();
  const chosen = recipes.find(({ id }) => id === chosenId) ?? recipes.find(({ current }) => current) ?? recipes[0];
  return (
    <>
      <DishFields dish={dish} />
      {recipes.length > 1 && chosen && (
        <Revisions dish={dish} chosen={chosen} onChoose={(id) => setChosen({ chosenId: id, turn: turn + 1 })} />
      )}
      {isPending ? (
        <ListSkeleton rows={3} />
      ) : (
        <RecipeEditor key={turn} dish={dish} recipe={chosen} onSaved={({ id }) => setChosen({ chosenId: id, turn })} />
      )}
    </>
  );
}

export function DishPage() {
  const id = Number(useParams().id);
  const { data: dish, error, refetch } = useDish(id);
  return (
    <div className={classes.page}>
      <title>{`${dish?.name ?? 'Рецепт'} — Остаток`}</title>
      <div className={classes.head}>
        <div className={classes.about}>
          <Anchor component={Link} to="/recipes" className={classes.back}>
            <ChevronLeft size={16} aria-hidden /> Рецепты
          </Anchor>
          <h1 className={classes.title}>{dish?.name ?? 'Рецепт'}</h1>
        </div>
        {dish && <Remove id={id} />}
      </div>
      {error && !dish && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !dish && <ListSkeleton />}
      {dish && <Dish key={id} dish={dish} />}
    </div>
  );
}

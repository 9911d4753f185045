import { Alert, Anchor, Badge, Button, TextInput, Title } from '@mantine/core';
import { plural } from '@ostatok/kit/web/format.ts';
import type { RecipeFile } from '@ostatok/tenant-runtime/contract/recipes.endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link, useNavigate, useParams } from 'react-router';
import { api, messageOf } from '../../client/api.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { FileIngredients, type NameDecision, undecidedIn } from './FileIngredients.tsx';
import classes from './Recipes.module.css';
import { dayText } from './recipe-draft.ts';
import { fileKey, showFile, useRecipeFile } from './recipes.ts';

const RECIPES = ['рецепт', 'рецепта', 'рецептов'] as const;
const states = {
  new: ['новый', 'teal'],
  changed: ['изменится', 'amber'],
  same: ['без изменений', 'gray'],
} as const;

function Dishes({ file: { dishes } }: { file: RecipeFile }) {
  return (
    <ul className={classes.list} aria-label="Рецепты файла">
      {dishes.map(({ name, size, valid_from, state, lines, questions }) => (
        <li key={`${name} ${size} ${valid_from}`} className={classes.found}>
          <div className={classes.what}>
            <span className={classes.name}>{[name, size].filter(Boolean).join(', ')}</span>
            <span className={classes.dim}>
              {[`строк: ${lines}`, valid_from && dayText(valid_from), questions > 0 && `без количества: ${questions}`]
                .filter(Boolean)
                .join(', ')}
            </span>
          </div>
          <Badge color={states[state][1]}>{states[state][0]}</Badge>
        </li>
      ))}
    </ul>
  );
}

function Apply({ file }: { file: RecipeFile }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [from, setFrom] = useState('');
  const changed = file.dishes.filter(({ state }) => state === 'changed').length;
  const written = file.dishes.filter(({ state }) => state !== 'same').length;
  const left = undecidedIn(file);
  const apply = useMutation({
    mutationFn: async () => {
      const body = from ? { valid_from: from } : {};
      return (await api.call('POST /api/recipe-files/:id/apply', { params: { id: file.id }, body })).file;
    },
    async onSuccess(answer) {
      await showFile(queries, answer);
      toast.success('Рецепты записаны');
      void navigate('/recipes');
    },
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['dishes'], fileKey(file.id)] },
  });
  return (
    <div className={`${classes.bar} ${classes.tall}`}>
      {changed > 0 && (
        <TextInput
          type="date"
          label="Изменённые действуют с"
          description="Пусто — с сегодняшнего дня"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
      )}
      <Button disabled={written === 0} loading={apply.isPending} onClick={() => apply.mutate()}>
        {written === 0 ? 'Записывать нечего' : `Записать ${written} ${plural(written, RECIPES)}`}
      </Button>
      {left > 0 && <span className={classes.dim}>Не решено ингредиентов: {left}. Их можно решить и потом</span>}
    </div>
  );
}

function File({ file }: { file: RecipeFile }) {
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: async (name: NameDecision) => {
      const body = { names: [name] };
      return (await api.call('PUT /api/recipe-files/:id/names', { params: { id: file.id }, body })).file;
    },
    onSuccess: (answer) => showFile(queries, answer),
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['dishes']] },
  });
  return (
    <>
      {file.warnings.map((warning) => (
        <Alert key={warning} color={file.status === 'applied' ? 'teal' : 'amber'} variant="light">
          {warning}
        </Alert>
      ))}
      {file.ingredients.length > 0 && (
        <section className={classes.part} aria-labelledby="ingredients">
          <Title order={2} size="h3" id="ingredients">
            Из чего
          </Title>
          <FileIngredients file={file} onDecide={decide.mutate} />
        </section>
      )}
      {file.dishes.length > 0 && (
        <section className={classes.part} aria-labelledby="dishes">
          <Title order={2} size="h3" id="dishes">
            Рецепты
          </Title>
          <Dishes file={file} />
        </section>
      )}
      {file.status === 'draft' && <Apply file={file} />}
    </>
  );
}

/** What a file of recipes would change, and what its ingredients are. */
export function RecipeFilePage() {
  const id = Number(useParams().id);
  const { data: file, error, refetch } = useRecipeFile(id);
  return (
    <div className={classes.page}>
      <title>{`${file?.file ?? 'Файл рецептов'} — Остаток`}</title>
      <div className={classes.about}>
        <Anchor component={Link} to="/recipes" className={classes.back}>
          <ChevronLeft size={16} aria-hidden /> Рецепты
        </Anchor>
        <h1 className={classes.title}>{file?.file ?? 'Файл рецептов'}</h1>
      </div>
      {error && !file && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !file && <ListSkeleton />}
      {file && <File key={id} file={file} />}
    </div>
  );
}

import { Button, Text, TextInput } from '@mantine/core';
import type { UnmatchedProduct } from '@ostatok/api/contract/matching.endpoints.ts';
import { proposalSchema } from '@ostatok/kit/contract/alias.ts';
import { newId } from '@ostatok/kit/web/new-id.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { useState } from 'react';
import classes from './Matching.module.css';
import { usePropose } from './queries.ts';

const schema = proposalSchema.pick(['ean', 'description', 'volume_ml']);

/** Proposes to the catalogue a product that it does not have; an administrator looks at it. */
export function ProposeProduct({ tenant, product }: { tenant: string; product: UnmatchedProduct }) {
  const [id] = useState(newId);
  const [isSent, setSent] = useState(false);
  const propose = usePropose(tenant, () => setSent(true));
  const { bind, form } = useForm({
    schema,
    initialValues: { ean: product.ean ?? '', description: product.localName, volume_ml: product.volume_ml },
    onSubmit: ({ ean, description, volume_ml }) =>
      propose.mutateAsync({ id, ean, description, volume_ml: volume_ml ?? null }),
  });
  if (isSent) return <Text role="status">Спасибо. Когда предложение одобрят, товар появится в каталоге.</Text>;
  return (
    <details className={classes.propose}>
      <summary>Предложить в каталог</summary>
      <form {...form} className={classes.proposal}>
        <TextInput label="Штрихкод" inputMode="numeric" autoComplete="off" {...bind('ean')} />
        <TextInput label="Название" maxLength={500} {...bind('description')} />
        <TextInput label="Объём, мл" inputMode="numeric" {...bind('volume_ml')} />
        <Button type="submit" variant="default" loading={propose.isPending}>
          Отправить
        </Button>
      </form>
    </details>
  );
}

import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { ownMaxBotSchema } from '@ostatok/api/contract/max.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { useConnectMax } from './max-queries.ts';

interface OwnMaxBotProps {
  tenantId: string;
  submit: string;
  /** Whether it is the first thing that the dialog offers. */
  isFirst?: boolean;
}

function WhereFrom() {
  if (usePublicConfig()?.sandbox.max)
    return (
      <Anchor inherit href="/sandbox/chat?new-bot=max" target="_blank" underline="always">
        Взять токен в песочнице
      </Anchor>
    );
  return (
    <>
      Его выдаёт{' '}
      <Anchor inherit href="https://business.max.ru" target="_blank" rel="noreferrer" underline="always">
        business.max.ru
      </Anchor>{' '}
      юрлицам, ИП и самозанятым. Сначала там подтверждают организацию и до 48 часов проверяют бота.
    </>
  );
}

/** Connects the owner's own bot by its token, or gives it a new one; the server checks it with MAX first. */
export function OwnMaxBot({ tenantId, submit, isFirst = false }: OwnMaxBotProps) {
  const connect = useConnectMax(tenantId);
  const { formik, bind, form } = useForm({
    schema: ownMaxBotSchema,
    initialValues: { botToken: '' },
    async onSubmit(values) {
      await connect.mutateAsync(values);
      formik.resetForm();
    },
  });
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label="Токен бота MAX"
          description={<WhereFrom />}
          autoComplete="off"
          spellCheck={false}
          autoFocus={isFirst}
          {...bind('botToken')}
        />
        <Button type="submit" variant={isFirst ? 'filled' : 'default'} loading={formik.isSubmitting}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}

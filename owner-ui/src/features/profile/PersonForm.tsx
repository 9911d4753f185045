import { Button, Stack, TextInput } from '@mantine/core';
import type { User } from '@ostatok/api/contract/account.endpoints.ts';
import { registerSchema, updateProfileSchema } from '@ostatok/api/contract/auth.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { hasFieldErrors, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { session } from '../../lib/session.ts';
import { updateProfile } from './calls.ts';
import classes from './Profile.module.css';

/** The API allows omitting the name, the form does not. */
const schema = updateProfileSchema.shape({ name: registerSchema.fields.name });

export function PersonForm({ user }: { user: User }) {
  const { formik, bind, form } = useForm({
    schema,
    initialValues: { name: user.name ?? '', company_name: user.company_name ?? '', phone: user.phone ?? '' },
    async onSubmit(values) {
      try {
        session.setUser(await updateProfile(values));
        notify.success('Профиль сохранён');
      } catch (error) {
        if (hasFieldErrors(error)) throw error;
        notify.error(messageOf(error, 'Не удалось обновить профиль'));
      }
    },
  });
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label="Email"
          description="Изменить нельзя"
          value={user.email}
          readOnly
          autoComplete="off"
          classNames={{ input: classes.fixed }}
        />
        <TextInput label="Имя" autoComplete="name" {...bind('name')} />
        <TextInput label="Название компании" autoComplete="organization" {...bind('company_name')} />
        <TextInput label="Телефон" type="tel" autoComplete="tel" {...bind('phone')} />
        <Button type="submit" loading={formik.isSubmitting} className={classes.submit}>
          Сохранить
        </Button>
      </Stack>
    </form>
  );
}

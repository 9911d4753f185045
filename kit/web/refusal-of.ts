const AWAY = 'Нет связи с заведением. Проверьте интернет и повторите';

/** Says why the server did not do what a socket's event asked; undefined where it did. */
export async function refusalOf(answer: Promise<{ ok: boolean; error?: string }>): Promise<string | undefined> {
  try {
    const { ok, error = 'Не получилось. Повторите' } = await answer;
    return ok ? undefined : error;
  } catch {
    return AWAY;
  }
}

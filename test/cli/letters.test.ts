import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands, routes, setUpCatalogueCli, test } from '../support/cli/catalogue-cli.ts';
import { shows } from '../support/cli/cli.ts';

setUpCatalogueCli();

test.serial(
  'a template is made, tried, copied, changed and deleted; a platform’s own one can be brought back',
  async (t) => {
    const { ways, folder, email } = t.context;
    const letter = join(folder, 'letter.mjml');
    await writeFile(
      letter,
      '<mjml><mj-body><mj-section><mj-column><mj-text>Здравствуйте, {{name}}</mj-text></mj-column></mj-section></mj-body></mjml>',
    );
    const source = ['--subject', 'Новости', '--file', letter];

    const made = await ways.json('campaigns templates create', ['Новости', ...source]);
    t.true(made.json.success, made.json.error);
    const id = String(made.json.template.id);
    shows(t, (await ways.terminal('campaigns templates create', ['Вторые', ...source])).screen, 'сохранён');
    const list = await ways.both('campaigns templates list', ['--no-system']);
    t.is(list.json.total, 2);
    shows(t, list.screen, 'для рассылок');
    const show = await ways.both('campaigns templates show', [id, '--source']);
    shows(t, show.screen, 'mj-text');
    const copied = await ways.json('campaigns templates copy', [id]);
    t.is(copied.json.template.name, 'Новости (копия)');
    shows(t, (await ways.terminal('campaigns templates copy', [id])).screen, 'Скопировано');
    const edited = await ways.json('campaigns templates edit', [id, '--subject', 'Свежее']);
    t.like(edited.json.template, { subject: 'Свежее', name: 'Новости' });
    shows(t, (await ways.terminal('campaigns templates edit', [id, '--name', 'Весна'])).screen, 'Весна');
    t.is((await ways.json('campaigns templates test', [id])).json.email, email);
    shows(t, (await ways.terminal('campaigns templates test', [id])).screen, email);

    const preview = await ways.both('campaigns templates preview', [id]);
    t.deepEqual(preview.json.unknown, []);
    shows(t, preview.screen, 'Здравствуйте,');
    const variables = await ways.both('campaigns templates variables');
    t.true(variables.json.variables.some(({ name }: { name: string }) => name === 'name'));
    shows(t, variables.screen, '{{name}}');

    const system = (await ways.json('campaigns templates list', ['--system'])).json.templates[0];
    const own = String(system.template_type);
    t.is((await ways.json('campaigns templates show', [own])).json.template.id, system.id);
    t.is((await ways.json('campaigns templates edit', [own, '--subject', 'Иначе'])).json.code, 'not_confirmed');
    t.is(
      (await ways.json('campaigns templates edit', [own, '--subject', 'Иначе', '--yes'])).json.template.subject,
      'Иначе',
    );
    t.is((await ways.json('campaigns templates reset', [own, '--yes'])).json.template.subject, system.subject);
    const reset = await ways.terminal('campaigns templates reset', [own], { answers: [['исходный текст?', 'y\n']] });
    shows(t, reset.screen, 'Исходный текст возвращён');

    const copy = String(copied.json.template.id);
    t.is((await ways.json('campaigns templates delete', [copy])).json.code, 'not_confirmed');
    t.true((await ways.json('campaigns templates delete', [copy, '--yes'])).json.success);
    const deleted = await ways.terminal('campaigns templates delete', [id], {
      answers: [['Вернуть его нельзя', 'y\n']],
    });
    shows(t, deleted.screen, 'Шаблон удалён');
  },
);

test.serial(
  'a campaign is tried on oneself, sent after a question to the number of people, and followed',
  async (t) => {
    const { ways, platform, folder, email } = t.context;
    const page = join(folder, 'page.html');
    await writeFile(page, '<p>Здравствуйте, {{name}}</p>');
    const letter = ['--subject', 'Новые весы', '--html', page];
    const people = 40;
    await platform.db('users').insert(
      Array.from({ length: people }, (_, index) => ({
        email: `guest-${index}@test.example`,
        name: `Гость ${index}`,
        email_verified: true,
        consent_at: new Date(),
      })),
    );

    const tried = await ways.json('campaigns send', letter);
    t.like(tried.json, { success: true, sent: 1, total: 1 }, tried.json.error);
    t.is(tried.json.campaign.test_mode, true);
    t.is((await ways.json('campaigns send', [...letter, '--real'])).json.code, 'not_confirmed');
    const sent = await ways.terminal('campaigns send', [...letter, '--real'], { answers: [['писем:', 'y\n']] });
    t.is(sent.code, 0, sent.screen);
    shows(t, sent.screen, 'Все получатели');

    const list = await ways.both('campaigns list');
    t.is(list.json.total, 2);
    shows(t, list.screen, 'готова');
    const [{ id, total }] = list.json.campaigns;
    t.true(total >= people);
    const show = await ways.both('campaigns show', [id]);
    t.is(show.json.campaign.sent, total);
    shows(t, show.screen, `${total} из ${total}`);
    const recipients = await ways.both('campaigns recipients', [id, '--status', 'sent', '--limit', '5']);
    t.is(recipients.json.total, total);
    shows(t, recipients.screen, 'Отправлено');
    t.false(recipients.json.recipients.some((one: { email: string }) => one.email === email));
    const saved = await ways.json('campaigns recipients', [id, '--file', join(folder, 'recipients.xlsx')]);
    t.true(saved.json.bytes > 1000, saved.json.error);
    const follow = await ways.both('campaigns follow', [id.slice(0, 8)]);
    t.true(follow.json.success);
    shows(t, follow.screen, 'Готово');
    for (const verb of ['pause', 'resume', 'cancel']) {
      const over = await ways.both(`campaigns ${verb}`, [id]);
      t.is(over.json.code, 'campaign_over', verb);
      t.regex(over.screen, /[а-я]/i);
    }
    const stats = await ways.both('campaigns stats', ['--days', '7']);
    t.true(stats.json.daily.length >= 7);
    shows(t, stats.screen, 'отправлено');
  },
);

test.serial('every route of the administrator about letters is asked for by a command that ran here', (t) => {
  t.deepEqual(commands.missing(routes.list(), 'letters'), []);
});

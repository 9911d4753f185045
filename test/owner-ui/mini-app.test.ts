import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { answerCalls } from '../support/owner-pages/owner-pages.ts';
import { says, setUpOwnerPages } from '../support/owner-pages/pages.ts';
import { open, press } from '../support/owner-pages/sign-in.ts';

setUpOwnerPages();

/** As MAX opens it: what is signed, beside other fields. */
const OPENED = `/enter#WebAppData=${encodeURIComponent('user={}&hash=00')}&WebAppPlatform=android`;
const ASK = 'POST /public/mini-app';
const spring = { name: 'Весна', url: 'https://vesna.example/enter#WebAppData=pass1' };
const autumn = { name: 'Осень', url: 'https://osen.example/enter#WebAppData=pass2' };

browserTest('the page that MAX opens leads to the only venue, with its own pass', async (t, { page }) => {
  await page.route('https://vesna.example/**', (route) => route.fulfill({ body: 'Склад', contentType: 'text/plain' }));
  const { of } = await answerCalls(page, { [ASK]: [200, { success: true, venues: [spring] }] });
  await open(page, OPENED);
  await page.waitForURL((url) => url.hostname === 'vesna.example');
  t.is(page.url(), spring.url);
  t.deepEqual(of(ASK)[0]?.body, { data: 'user={}&hash=00' });
});

browserTest('whoever counts in several venues chooses one; a refusal says what to do', async (t, { page }) => {
  const { answers } = await answerCalls(page, {
    [ASK]: [400, { success: false, error: 'MAX не подтвердил, что это вы', code: 'bad_start_data' }],
  });
  await open(page, OPENED);
  await says(page, 'MAX не подтвердил, что это вы');
  t.deepEqual(await seriousViolations(page), []);

  answers[ASK] = [200, { success: true, venues: [spring, autumn] }];
  await press(page, 'Повторить');
  const choice = page.getByRole('link', { name: 'Осень' });
  t.is(await choice.getAttribute('href'), autumn.url);
  t.deepEqual(await seriousViolations(page), []);
});

browserTest('whoever comes otherwise than from MAX is told where the page is opened', async (t, { page }) => {
  await answerCalls(page, {});
  await open(page, '/enter');
  await says(page, 'Эту страницу открывает бот в MAX. Напишите ему /open и нажмите «Открыть склад».');
  t.deepEqual(await seriousViolations(page), []);
});

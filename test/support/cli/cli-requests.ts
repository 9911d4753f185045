import { EAN, LONG, REFUND } from './cli-answers.ts';

const A = '/api/admin';
const UPC = '0080432400432';
const list = 'page=1&limit=50';

/** A token that belongs to no bot. */
export const TOKEN = `123456789:${'A'.repeat(35)}`;

/**
 * Command lines and the requests they must send: every request that changes something, or else the relevant one. FILE
 * stands for a file: a workbook to save, or a table or a letter to read.
 */
export const requests: [typed: string, ...asked: string[]][] = [
  [
    'activity --actor anna --action user --target user:7 --from 2026-01-01 --to 2026-02-01 -s x --sort -at -n 3 --page 2',
    `GET ${A}/activity?search=x&sortBy=at&sortOrder=desc&actor=anna&action=user&target=user%3A7&from=2026-01-01&to=2026-02-01&page=2&limit=3`,
  ],
  [
    'security log --event login --outcome failure --user anna --ip 10.0.0.1 --target tenant:t1 --from 2026-01-01 --to 2026-02-01',
    `GET ${A}/security/events?event=login&outcome=failure&user=anna&ip=10.0.0.1&target=tenant%3At1&from=2026-01-01&to=2026-02-01&page=1&limit=50`,
  ],
  ['activity --actor anna --file FILE', `GET ${A}/activity/export.xlsx?actor=anna`],
  ['activity undo 7 --yes', `POST ${A}/activity/7/undo`],
  ['growth --months 3', `GET ${A}/stats/growth?months=3`],
  ['status', 'GET /readyz'],

  [
    'aliases search ром --weights --sort ean',
    `GET ${A}/aliases?search=%D1%80%D0%BE%D0%BC&sortBy=ean&sortOrder=asc&showFullOnly=true&${list}`,
  ],
  ['aliases search --no-weights --all', `GET ${A}/aliases?showEmptyOnly=true&page=1&limit=500`],
  [`aliases show ${EAN}`, `GET ${A}/aliases?search=${EAN}&page=1&limit=500`],
  ['aliases show 7', `GET ${A}/aliases/7`],
  [
    `aliases create ${EAN} --description Р --brand Б --category К --subcategory П --volume 700 --empty 510,5 --full 1200 --density 0,95 --alcohol 40 --manufacturer М --country С`,
    `POST ${A}/aliases {"ean":"${EAN}","description":"Р","brand":"Б","category":"К","subcategory":"П","volume_ml":"700","weight_empty_g":"510.5","weight_full_g":"1200","density_g_per_ml":"0.95","alcohol_percent":"40","manufacturer":"М","country_origin":"С"}`,
  ],
  [
    `aliases edit ${EAN} --brand Б --ean ${UPC}`,
    `PUT ${A}/aliases/7 {"description":"Ром","brand":"Б","ean":"${UPC}","revision":3}`,
  ],
  [`aliases delete ${EAN} --yes`, `DELETE ${A}/aliases/7`],
  [`aliases codes list ${EAN}`, `GET ${A}/aliases/7/codes`],
  [`aliases codes add ${EAN} ${UPC} --pack 6 --yes`, `POST ${A}/aliases/7/codes {"ean":"${UPC}","pack":6}`],
  [`aliases codes separate ${EAN} --yes`, `POST ${A}/aliases/7/separate`],
  ['aliases history', `GET ${A}/aliases/history?${list}`],
  [`aliases history ${EAN} -n 3`, `GET ${A}/aliases/7/history?page=1&limit=3`],
  ['aliases revert 5', `POST ${A}/aliases/revisions/5/revert`],
  ['aliases push --yes', `POST ${A}/aliases/push`],
  ['aliases push --dry-run', `POST ${A}/aliases/push {"dryRun":true}`],
  [
    'aliases export FILE --search ром',
    `GET ${A}/aliases/export.xlsx?search=%D1%80%D0%BE%D0%BC&sortBy=id&sortOrder=asc`,
  ],
  [
    'aliases import FILE --columns a=ean,C=none --yes',
    `POST ${A}/aliases/import`,
    `PUT ${A}/aliases/import/${LONG} {"columns":[{"column":"A","field":"ean"},{"column":"C","field":null}]}`,
    `POST ${A}/aliases/import/${LONG}/commit`,
  ],
  ['aliases import FILE --dry-run', `POST ${A}/aliases/import`],
  ['aliases import FILE --source Север --dry-run', `POST ${A}/aliases/import?source=${encodeURIComponent('Север')}`],
  ['aliases import --starter --yes', `POST ${A}/aliases/import/starter`, `POST ${A}/aliases/import/${LONG}/commit`],
  ['aliases import --undo 0198', `POST ${A}/aliases/import/${LONG}/undo`],
  [
    'aliases imports --status committed --search x --sort -created',
    `GET ${A}/aliases/import?search=x&sortBy=created&sortOrder=desc&status=committed&${list}`,
  ],
  [
    'aliases proposals list --status approved --tenant t1',
    `GET ${A}/aliases/proposals?status=approved&tenant=t1&${list}`,
  ],
  ['aliases proposals list --tenant t1 --file FILE', `GET ${A}/aliases/proposals/export.xlsx?status=pending&tenant=t1`],
  ['aliases proposals show 7', `GET ${A}/aliases/proposals/7`],
  ['aliases proposals approve 7', `POST ${A}/aliases/proposals/7/approve`],
  [
    'aliases proposals approve 7 --empty 405',
    `PUT ${A}/aliases/proposals/7/edit-and-approve {"editedData":{"weight_empty_g":"405"}}`,
  ],
  ['aliases proposals reopen 7', `POST ${A}/aliases/proposals/7/reopen`],
  ['aliases proposals reject 7', `POST ${A}/aliases/proposals/7/reject`],
  ['aliases synonyms list --status approved', `GET ${A}/aliases/synonyms?status=approved&${list}`],
  ['aliases synonyms set approved 7', `PUT ${A}/aliases/synonyms/7/status {"status":"approved"}`],
  ['aliases proposals reject 7 --reason Нет', `POST ${A}/aliases/proposals/7/reject {"reason":"Нет"}`],

  [
    'backups list --tenant bar --status done --sort -bytes',
    `GET ${A}/backups?sortBy=bytes&sortOrder=desc&tenant_id=t0123456789&status=done&${list}`,
  ],
  ['backups list -s bar', `GET ${A}/backups?search=bar&${list}`],
  ['backups list --tenant platform', `GET ${A}/backups?tenant_id=platform&${list}`],
  ['backups create', `POST ${A}/backups`],
  ['backups create --all', `POST ${A}/backups {"all":true}`],
  ['backups create --tenant bar', `POST ${A}/backups {"tenantId":"t0123456789"}`],
  ['backups show 0198', `GET ${A}/backups/${LONG}`],
  ['backups verify 0198', `POST ${A}/backups/${LONG}/verify`],
  ['backups restore 0198 --yes', `POST ${A}/backups/${LONG}/restore`],
  ['backups delete 0198 --yes', `DELETE ${A}/backups/${LONG}`],

  [
    'campaigns send --subject С --template 12 --to paid_users --plan professional --from 2026-01-01 --until 2026-02-01 --real --yes --key key-1',
    `POST ${A}/marketing/audience {"targetUsers":"paid_users","filters":{"planId":7,"registeredFrom":"2026-01-01","registeredTo":"2026-02-01"}}`,
    `POST ${A}/marketing/send-campaign {"subject":"С","templateId":12,"html":"","testMode":false,"targetUsers":"paid_users","filters":{"planId":7,"registeredFrom":"2026-01-01","registeredTo":"2026-02-01"}}`,
  ],
  [
    'campaigns send --subject С --html FILE',
    `POST ${A}/marketing/send-campaign {"subject":"С","templateId":null,"html":"<p>Х</p>","testMode":true,"targetUsers":"all","filters":{"planId":null,"registeredFrom":null,"registeredTo":null}}`,
  ],
  ['campaigns list --status done --no-test', `GET ${A}/campaigns?status=done&test_mode=false&${list}`],
  ['campaigns show 0198', `GET ${A}/campaigns/${LONG}`],
  ['campaigns follow 0198', `GET ${A}/campaigns/${LONG}`],
  ['campaigns pause 0198', `POST ${A}/campaigns/${LONG}/pause`],
  ['campaigns resume 0198', `POST ${A}/campaigns/${LONG}/resume`],
  ['campaigns cancel 0198', `POST ${A}/campaigns/${LONG}/cancel`],
  [
    'campaigns recipients 0198 --status sent -s x',
    `GET ${A}/campaigns/${LONG}/recipients?search=x&status=sent&${list}`,
  ],
  [
    'campaigns recipients 0198 --status sent --file FILE',
    `GET ${A}/campaigns/${LONG}/recipients/export.xlsx?status=sent`,
  ],
  ['campaigns stats --days 7', `GET ${A}/email/stats?days=7`],
  ['campaigns templates list --no-system', `GET ${A}/email-templates?is_system=false&${list}`],
  ['campaigns templates show verify_email', `GET ${A}/email-templates/type/verify_email`],
  [
    'campaigns templates create Весна --subject С --file FILE --description О',
    `POST ${A}/email-templates {"name":"Весна","subject":"С","description":"О","mjml":null,"html":"<p>Х</p>"}`,
  ],
  [
    'campaigns templates edit 7 --subject С --description О',
    `PUT ${A}/email-templates/7 {"design":null,"mjml":null,"html":"<p>Новости</p>","text":"Новости","name":"professional","subject":"С","description":"О","updated_at":"2026-11-22T10:00:00.000Z"}`,
  ],
  [
    'campaigns templates edit 7 --name И --file FILE',
    `PUT ${A}/email-templates/7 {"design":null,"mjml":null,"html":"<p>Х</p>","text":"","name":"И","subject":"Новости","description":"Ром","updated_at":"2026-11-22T10:00:00.000Z"}`,
  ],
  ['campaigns templates copy 7', `POST ${A}/email-templates/7/copy`],
  ['campaigns templates reset 7 --yes', `POST ${A}/email-templates/7/reset`],
  ['campaigns templates delete 7 --yes', `DELETE ${A}/email-templates/7`],
  [
    'campaigns templates test 7',
    `POST ${A}/email/send-test {"subject":"Новости","html":"<p>Новости</p>","templateType":"marketing"}`,
  ],
  [
    'campaigns templates preview 7',
    `POST ${A}/email/preview {"subject":"Новости","templateType":"marketing","mjml":null,"html":"<p>Новости</p>"}`,
  ],
  [
    'campaigns templates preview 7 --file FILE',
    `POST ${A}/email/preview {"subject":"Новости","templateType":"marketing","mjml":null,"html":"<p>Х</p>"}`,
  ],
  ['campaigns templates variables verify_email', `GET ${A}/email/variables?type=verify_email`],

  ['cleanup audit', `GET ${A}/tenants/audit?has_issues=true&page=1&limit=1000`],
  [
    'cleanup audit --all -s bar --status active --process exited --sort -status',
    `GET ${A}/tenants/audit?search=bar&sortBy=status&sortOrder=desc&status=active&docker_status=exited&page=1&limit=1000`,
  ],
  ['cleanup plan test_tenants', `POST ${A}/tenants/cleanup/plan {"action":"test_tenants"}`],
  [
    'cleanup run test_tenants --yes',
    `POST ${A}/tenants/cleanup/plan {"action":"test_tenants"}`,
    `POST ${A}/tenants/cleanup {"action":"test_tenants","planId":"Проба"}`,
  ],
  [
    'cleanup run test_tenants --only test-one --yes',
    `POST ${A}/tenants/cleanup/plan {"action":"test_tenants"}`,
    `POST ${A}/tenants/cleanup {"action":"test_tenants","planId":"Проба","keys":["one"]}`,
  ],
  ['cleanup quarantine -s x', `GET ${A}/tenants/quarantine?search=x&status=kept&${list}`],
  ['cleanup quarantine --status all --action orphaned_db', `GET ${A}/tenants/quarantine?action=orphaned_db&${list}`],
  ['cleanup restore 0198', `POST ${A}/tenants/quarantine/${LONG}/restore`],
  ['diagnostics suites', 'GET /api/test/suites'],
  ['diagnostics run', 'POST /api/test/run'],
  ['diagnostics run auth', 'POST /api/test/run/auth'],
  ['diagnostics disk', 'GET /api/test/disk-usage'],
  ['diagnostics disk --fresh', 'GET /api/test/disk-usage?fresh=1'],
  ['images list -s x', `GET ${A}/images?search=x&${list}`],
  ['images build', `POST ${A}/images/build`],
  ['images build --pull', `POST ${A}/images/build {"pull":true}`],
  ['images use abcdef --yes', `POST ${A}/images/sha256%3Aabcdef012345/use`],
  ['images delete abcdef --yes', `DELETE ${A}/images/sha256%3Aabcdef012345`],

  ['operations list --kind backup --status running', `GET ${A}/operations?kind=backup&status=running&${list}`],
  ['operations show 0198 --sort -ms', `GET ${A}/operations/${LONG}/items?sortBy=ms&sortOrder=desc&${list}`],
  ['operations show 0198 --status failed', `GET ${A}/operations/${LONG}/items?status=failed&${list}`],
  ['operations follow 0198', `GET ${A}/operations/${LONG}`],
  ['operations pause 0198', `POST ${A}/operations/${LONG}/pause`],
  ['operations resume 0198', `POST ${A}/operations/${LONG}/resume`],
  ['operations cancel 0198', `POST ${A}/operations/${LONG}/cancel`],

  ['plans list --status active', `GET ${A}/plans?status=active&include_archived=false&${list}`],
  ['plans list --status archived --file FILE', `GET ${A}/plans/export.xlsx?status=archived&include_archived=true`],
  ['plans show 7', `GET ${A}/plans/7`],
  [
    'plans create chain --display-name С --description О --monthly 4990,50 --yearly 1 --discount 5 --instances 2 --users 3 --storage 4 --memory 512 --cpu 50 --tasks 64 --feature А --feature Б --featured --no-public',
    `POST ${A}/plans {"name":"chain","display_name":"С","description":"О","price_monthly":"4990.50","price_yearly":"1","discount_percent":"5","max_instances":"2","max_users_per_instance":"3","max_storage_mb":"4","max_memory_mb":"512","max_cpu_percent":"50","max_tasks":"64","features":[{"text":"А","order":1},{"text":"Б","order":2}],"is_featured":true,"is_public":false}`,
  ],
  ['plans edit professional --name chain', `PUT ${A}/plans/7 {"name":"chain"}`],
  ['plans publish professional', `PUT ${A}/plans/7/toggle-public`],
  ['plans hide professional', `GET ${A}/plans?include_archived=true&limit=1000`],
  ['plans move professional 1', `PUT ${A}/plans/reorder {"plans":[{"id":7,"sort_order":1},{"id":8,"sort_order":2}]}`],
  ['plans archive professional --yes', `PUT ${A}/plans/7/archive`],
  ['plans restore professional', `PUT ${A}/plans/7/restore`],

  [
    'subscriptions list --plan professional --status active',
    `GET ${A}/subscriptions/users?plan_id=7&status=active&${list}`,
  ],
  [
    'subscriptions list --plan professional --status active --file FILE',
    `GET ${A}/subscriptions/users/export.xlsx?plan_id=7&status=active`,
  ],
  ['subscriptions list --paid', `GET ${A}/subscriptions/users?paid=true&${list}`],
  ['subscriptions stats', `GET ${A}/subscriptions/stats`],
  ['subscriptions show anna@bars.example', `GET ${A}/subscriptions/7`],
  ['subscriptions history 7', `GET ${A}/subscriptions/7/history`],
  ['subscriptions extend 7 10 --key key-1', `POST ${A}/subscriptions/7/extend {"days":10}`],
  ['sessions list', 'GET /api/auth/sessions'],
  ['sessions end 0198', `DELETE /api/auth/sessions/${LONG}`],
  ['sessions end --all --yes', 'DELETE /api/auth/sessions'],

  ['subscriptions grant 7 starter 14 --key key-1', `POST ${A}/subscriptions/7/grant-temporary {"planId":8,"days":14}`],
  ['subscriptions plan 7 starter --key key-1', `POST ${A}/users/7/change-plan {"planId":8}`],
  ['subscriptions payments --status attention', `GET ${A}/payments?status=attention&${list}`],
  ['subscriptions payment 0198', `GET ${A}/payments/${LONG}`],
  [
    'subscriptions refund 0198 490,50 --reason Х --yes --key key-1',
    `POST ${A}/payments/${LONG}/refund {"amount":"490.50","reason":"Х"}`,
  ],
  [
    'subscriptions refund 0198 90 --reason Х --instead-of 0298 --yes',
    `POST ${A}/payments/${LONG}/refund {"amount":"90","reason":"Х","replaces":"${REFUND}"}`,
  ],

  [
    'tenants list -s bar --status suspended --sort -subdomain -n 3 --page 2',
    `GET ${A}/tenants?search=bar&sortBy=subdomain&sortOrder=desc&status=suspended&page=2&limit=3`,
  ],
  ['tenants list -s bar --status deleted --file FILE', `GET ${A}/tenants/export.xlsx?search=bar&status=deleted`],
  ['tenants show bar', `GET ${A}/tenants/t0123456789`],
  ['logs', `GET ${A}/logs?limit=200`],
  [
    'logs --tenant bar --user anna --request k7m2-9xqp-4tab --level warn -s Ром --until 2026-11-22 --lines 5',
    `GET ${A}/logs?tenant=bar&user=anna&request=k7m2-9xqp-4tab&level=warn&search=${encodeURIComponent('Ром')}&to=2026-11-21T21%3A00%3A00.000Z&limit=5`,
  ],
  ['tenants logs bar', `GET ${A}/tenants/t0123456789/logs?lines=200`],
  ['tenants logs bar --lines 5', `GET ${A}/tenants/t0123456789/logs?lines=5`],
  ['tenants logs bar --since 2h', `GET ${A}/tenants/t0123456789/logs?lines=5000`],
  ['tenants pin bar --default', `POST ${A}/tenants/t0123456789/pin {"image":null}`],
  ['tenants pin bar abcdef', `POST ${A}/tenants/t0123456789/pin {"image":"sha256:abcdef012345"}`],
  ['tenants domain bar', `GET ${A}/tenants/t0123456789/domain`],
  ['tenants domain bar sklad.moybar.ru', `PUT ${A}/tenants/t0123456789/domain {"domain":"sklad.moybar.ru"}`],
  ['tenants domain bar --none', `PUT ${A}/tenants/t0123456789/domain {"domain":null}`],
  ['tenants restart bar', `POST ${A}/tenants/t0123456789/restart`],
  ['tenants suspend bar', `PUT ${A}/tenants/t0123456789/status {"status":"suspended"}`],
  ['tenants activate bar', `PUT ${A}/tenants/t0123456789/status {"status":"active"}`],
  ['tenants support bar --reason Помощь', `POST ${A}/tenants/t0123456789/support-session {"reason":"Помощь"}`],
  ['tenants token bar --token-file FILE', `PUT ${A}/tenants/t0123456789/bot-token {"botToken":"${TOKEN}"}`],
  ['tenants max bar', `GET ${A}/tenants/t0123456789/max`],
  ['tenants max bar --shared', `PUT ${A}/tenants/t0123456789/max {"shared":true}`],
  ['tenants max bar --token-file FILE', `PUT ${A}/tenants/t0123456789/max {"botToken":"${TOKEN}"}`],
  ['tenants max bar --off', `DELETE ${A}/tenants/t0123456789/max`],
  ['tenants update bar', `POST ${A}/tenants/t0123456789/update`],
  ['tenants update --all --yes', `POST ${A}/update-all-tenants`],
  ['hosting migrate bar', `POST ${A}/tenants/t0123456789/move`],
  ['hosting migrate bar --to docker', `POST ${A}/tenants/t0123456789/move {"hosting":"docker"}`],
  ['hosting migrate --all --yes', `POST ${A}/move-all-tenants`],
  ['tenants archive bar --output FILE', `GET ${A}/tenants/t0123456789/archive.zip`],
  ['tenants backup bar', `POST ${A}/backups {"tenantId":"t0123456789"}`],
  ['tenants restore bar --yes', `POST ${A}/backups/${LONG}/restore`],
  ['tenants restore bar --unsigned --yes', `POST ${A}/backups/${LONG}/restore {"unsigned":true}`],
  ['tenants restore bar --backup 0198 --yes', `POST ${A}/backups/${LONG}/restore`],
  ['tenants delete bar --yes', `DELETE ${A}/tenants/t0123456789`],

  ['users list --role admin --status blocked', `GET ${A}/users?role=admin&status=blocked&${list}`],
  ['users list --role admin --status blocked --file FILE', `GET ${A}/users/export.xlsx?role=admin&status=blocked`],
  ['users show 7', `GET ${A}/users/7`],
  ['users block anna@bars.example', `PUT ${A}/users/7/status {"status":"blocked"}`],
  ['users unblock 7', `PUT ${A}/users/7/status {"status":"active"}`],
];

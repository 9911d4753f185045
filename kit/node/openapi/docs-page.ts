import type { JsonSchema } from './json-schema.ts';

interface Operation {
  tags: string[];
  summary: string;
  parameters: { name: string; in: string; description?: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

/** One route as the page shows it, with its search text. */
interface Shown {
  tag: string;
  words: string;
  html: string;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function typeOf(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const type = [schema.type ?? 'any'].flat().join(' | ');
  const limits = ['minimum', 'exclusiveMinimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format', 'default']
    .filter((rule) => schema[rule] !== undefined)
    .map((rule) => `${rule} ${JSON.stringify(schema[rule])}`);
  return [type, ...limits].join(', ');
}

const row = (name: string, type: string, note = ''): string =>
  `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(type)}</td><td>${escapeHtml(note)}</td></tr>`;

const table = (title: string, rows: string[]): string =>
  rows.length > 0 ? `<h4>${title}</h4><div class="wide"><table><tbody>${rows.join('')}</tbody></table></div>` : '';

function fieldsOf(schema: JsonSchema): string[] {
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, field]) =>
    row(name, typeOf(field), required.includes(name) ? 'required' : ''),
  );
}

function show(path: string, method: string, operation: Operation): Shown {
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const [status = '200', answer] = Object.entries(operation.responses).find(([code]) => code < '400') ?? [];
  const [type = '', content] = Object.entries(answer?.content ?? {})[0] ?? [];
  const parameters = operation.parameters.map((one) => row(one.name, typeOf(one.schema), one.description ?? one.in));
  const html = `<details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code>
<span>${escapeHtml(operation.summary)}</span></summary>
${table('Parameters', parameters)}${body ? table('Body', fieldsOf(body.schema)) : ''}
${type === 'application/json' ? table(`Answer ${status}`, fieldsOf(content?.schema ?? {})) : `<h4>Answer ${status}</h4><p>${escapeHtml(type)}</p>`}
</details>`;
  return { tag: operation.tags[0] ?? '', words: `${method} ${path} ${operation.summary}`.toLowerCase(), html };
}

/** Renders every route once; a search then only selects. */
export function describePage(document: JsonSchema): Shown[] {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  return Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => show(path, method, operation)))
    .sort((a, b) => a.tag.localeCompare(b.tag));
}

const styles = `*{box-sizing:border-box}body{font:16px/1.55 Manrope,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;margin:0;
color:#14201c;background:#fbfaf7}main{max-width:64rem;margin:0 auto;padding:24px 16px 64px}
.brand{display:flex;align-items:center;gap:10px;font-weight:700;color:#0f766e}
.mark{width:20px;height:20px;border:2px solid;border-radius:50%;background:linear-gradient(to top,#f2a73b 70%,transparent 70%)}
h1{font-size:28px;letter-spacing:-.02em;margin:24px 0 8px}h2{font-size:20px;margin:32px 0 8px}h4{margin:16px 0 4px}
form{display:flex;gap:8px;margin:16px 0}input,button{font:inherit;min-height:48px;padding:0 16px;border-radius:8px}
input{flex:1;min-width:0;border:1px solid #8b867b;background:#fff;color:inherit}button{border:0;background:#0f766e;color:#fff;font-weight:700}
details{border-bottom:1px solid #dcd8cf;padding:4px 0}summary{cursor:pointer;padding:8px 0;min-height:40px;overflow-wrap:anywhere}
summary b{display:inline-block;min-width:4rem;color:#0f766e}summary .delete{color:#b3261e}summary span{color:#5e5a51;margin-left:8px}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}td{padding:6px 12px 6px 0;vertical-align:top;border-top:1px solid #e8e4da}
a{color:#0f766e}:focus-visible{outline:2px solid #0f766e;outline-offset:2px}
@media(prefers-color-scheme:dark){body{color:#e8edea;background:#111916}.brand,a,summary b{color:#52b6a9}summary .delete{color:#ff9d94}
summary span{color:#a3afa9}input{background:#18231f;border-color:#7d8a84}details,td{border-color:#2c3833}:focus-visible{outline-color:#52b6a9}}`;

/** The most calls of one search: anybody may search, and all of them together are half a megabyte. */
const MOST_FOUND = 30;

/** Renders a page that works without scripts: the search is a request to the server. */
export function docsPage(routes: Shown[], search: string): string {
  const words = search.toLowerCase().slice(0, 200).split(/\s+/).filter(Boolean);
  const matching = routes.filter((route) => words.every((word) => route.words.includes(word)));
  const found = words.length > 0 ? matching.slice(0, MOST_FOUND) : matching;
  const more = matching.length > found.length ? `, the first ${found.length} are shown` : '';
  const tags = [...new Set(found.map(({ tag }) => tag))];
  const sections = tags.map(
    (tag) =>
      `<section><h2>${escapeHtml(tag)}</h2>${found
        .filter((route) => route.tag === tag)
        .map(({ html }) => html)
        .join('')}</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Остаток API</title><style>${styles}</style></head><body><main>
<div class="brand"><span class="mark" aria-hidden="true"></span>Остаток</div><h1>API</h1>
<p>Every call with its fields. Money is roubles, times are ISO 8601, messages are Russian. For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<form role="search" action="/api/docs"><input type="search" name="q" value="${escapeHtml(search.slice(0, 200))}" aria-label="Search the calls" placeholder="users status">
<button>Search</button></form>
<p role="status">${matching.length} of ${routes.length} calls${more}</p>
${sections.join('\n') || '<p>Nothing matches. <a href="/api/docs">Show every call</a></p>'}</main></body></html>`;
}

import type { ExecutionContext } from 'ava';

/** Asserts that an OpenAPI document holds together: each call by its own name, path and parameters. */
// biome-ignore lint/suspicious/noExplicitAny: the answer's JSON
export function checkDocument(t: ExecutionContext, body: any): void {
  t.is(body.openapi, '3.1.0');
  const operations = Object.entries(
    body.paths as Record<string, Record<string, { operationId: string; parameters: { name: string; in: string }[] }>>,
  );
  const ids = operations.flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));
  t.is(new Set(ids).size, ids.length);
  for (const [path, methods] of operations)
    for (const { parameters } of Object.values(methods))
      t.deepEqual(
        parameters.filter((one) => one.in === 'path').map(({ name }) => name),
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
  for (const [path, methods] of operations)
    for (const [method, { parameters }] of Object.entries(methods)) {
      const names = parameters.map((one) => `${one.in} ${one.name}`);
      t.is(new Set(names).size, names.length, `${method} ${path}: a parameter twice`);
    }
  const shapes = operations.map(([path]) => path.replace(/\{\w+\}/g, '{}'));
  t.is(new Set(shapes).size, shapes.length, 'paths that only their parameters tell apart');
  const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, to = '']) => to);
  t.true(references.length > 0);
  for (const to of new Set(references)) {
    t.truthy(
      to.split('/').reduce((part, key) => part?.[key], body),
      to,
    );
  }
}

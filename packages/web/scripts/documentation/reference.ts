import { escapeHtml } from './html.ts';
import { documentationPages } from './pages.ts';

/** The used parts of the description of the API (OpenAPI 3.1), which a test of the server compares with the service. */
export interface ApiDocument {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, { description: string }>;
  };
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema: Schema;
  }[];
  requestBody?: { required?: boolean; content: Content };
  /** Of receive URLs, which may be another host's. */
  servers?: unknown;
  responses: Record<
    string,
    { description: string; content?: Content; headers?: Record<string, { description: string }> }
  >;
}

type Content = Record<string, { schema?: Schema }>;

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  examples?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

interface Call extends Operation {
  method: string;
  path: string;
  /** The methods and the paths that are described alike. */
  methods: string[];
  paths: string[];
}

/** A shape within others is shown to this depth. */
const deepest = 5;

/** The content of the page of the API: every call by group, the schemas, and the list of all. */
export function referenceContent(api: ApiDocument): string {
  const calls = alikeTogether(
    Object.entries(api.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([name, operation]) => {
        const method = name.toUpperCase();
        return { ...operation, method, path, methods: [method], paths: [path] };
      }),
    ),
  );
  const groups = api.tags.map(({ name, description }) => ({
    name,
    description,
    calls: calls.filter(({ tags }) => tags.includes(name)),
  }));
  const schemas = Object.entries(api.components.schemas);
  const credentials = Object.entries(api.components.securitySchemes);
  return `<main>
<h1>API</h1>
${paragraphs(api.info.description)}
<p>The same as a file: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). How to begin: <a href="/docs/api">the API in short</a>.</p>
<search hidden><label>Search <input type="search" placeholder="A path, a method or a word"></label> <span role="status"></span></search>
<h2 id="credentials">Credentials</h2>
${table(
  ['Credential', 'Meaning'],
  credentials.map(([name, { description }]) => [
    `<code>${name}</code>`,
    `${inline(description)}${name === 'apiKey' ? ' <a href="/keys">Your API keys</a>' : ''}`,
  ]),
)}
${groups
  .map(
    (group) => `<section data-group>
<h2 id="${idOf(group.name)}">${escapeHtml(group.name)}</h2>
<p>${inline(group.description)}.</p>
${group.calls.map((call) => callSection(call, api)).join('\n')}
</section>`,
  )
  .join('\n')}
<section data-group>
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => schemaSection(name, schema, api)).join('\n')}
</section>
</main>
<nav aria-label="API">
${groups
  .map(
    ({ name, calls: listed }) =>
      `<h2>${escapeHtml(name)}</h2><ul>${listed.map((call) => link(call.operationId, call.summary)).join('')}</ul>`,
  )
  .join('')}
<h2>Schemas</h2><ul>${schemas.map(([name]) => link(`schema-${name}`, name)).join('')}</ul>
</nav>`;
}

/** Receive URLs take any method, and a path of the sender's: one entry stands for all of them. */
function alikeTogether(calls: readonly Call[]): Call[] {
  const received = calls.filter(({ servers }) => servers !== undefined);
  const [first, ...others] = received;
  if (first === undefined) return [...calls];
  const everyParameter = received.flatMap(({ parameters = [] }) => parameters);
  const parameters = [...new Map(everyParameter.map((one) => [one.name, one])).values()];
  const isEverywhere = (name: string) =>
    everyParameter.filter((one) => one.name === name).length === received.length;
  const together = {
    ...first,
    methods: [...new Set(received.map(({ method }) => method))],
    paths: [...new Set(received.map(({ path }) => path))],
    parameters: parameters.map((one) => ({ ...one, required: isEverywhere(one.name) })),
  };
  return calls.flatMap((call) =>
    call === first ? [together] : others.includes(call) ? [] : [call],
  );
}

function link(id: string, text: string): string {
  return `<li><a href="#${id}">${escapeHtml(text)}</a></li>`;
}

function callSection(call: Call, api: ApiDocument): string {
  const {
    operationId,
    methods,
    paths,
    summary,
    description,
    parameters = [],
    requestBody,
    responses,
  } = call;
  const [mediaType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const answers = Object.entries(responses).map(
    ([status, { description: says, content = {}, headers = {} }]) => [
      `<code>${status}</code>`,
      `${inline([...new Set(says.split('; '))].join('; '))}${Object.entries(headers)
        .map(([name, header]) => `<br><code>${name}</code>: ${inline(header.description)}`)
        .join('')}`,
      Object.values(content)
        .map(({ schema }) => (schema === undefined ? '' : typeOf(schema)))
        .join('<br>'),
    ],
  );
  return `<section class="call" data-title="${escapeHtml(summary.toLowerCase())}" data-words="${escapeHtml([...methods, ...paths, summary, operationId].join(' ').toLowerCase())}" id="${operationId}">
<h3><a class="heading" href="#${operationId}">${escapeHtml(summary)}</a></h3>
<p class="address">${methods.map((one) => `<b class="method" data-method="${one}">${one}</b>`).join(' ')} ${paths.map((one) => `<code>${escapeHtml(one)}</code>`).join(' or ')}</p>
${description === undefined ? '' : paragraphs(description)}
<p class="muted">Credential: ${credentialsOf(call)}</p>
${
  parameters.length === 0
    ? ''
    : `<h4>Parameters</h4>${table(
        ['Name', 'Type', 'Meaning'],
        parameters.map((one) => [
          `${nameOf(one.name, one.required)}<br><span class="muted">${one.in}</span>`,
          typeOf(one.schema),
          inline(one.description ?? ''),
        ]),
      )}`
}
${
  body?.schema === undefined
    ? ''
    : `<h4>Request body</h4><p>${escapeHtml(mediaType ?? '')}${requestBody?.required === false ? ', may be left out' : ''}: ${typeOf(body.schema)}</p>${propertyTable(body.schema)}`
}
<h4>Responses</h4>${table(['Status', 'Meaning', 'Body'], answers)}
${exampleAnswer(responses, api)}
<h4>With curl</h4>
<pre data-copy><code>${curl(call, body?.schema, api)}</code></pre>
</section>`;
}

function exampleAnswer(responses: Operation['responses'], api: ApiDocument): string {
  const [status, answer] = Object.entries(responses).find(([one]) => one.startsWith('2')) ?? [];
  const schema = answer?.content?.['application/json']?.schema;
  if (schema === undefined) return '';
  return `<details><summary>Example of a ${status}</summary><pre><code>${json(exampleOf(schema, api))}</code></pre></details>`;
}

function credentialsOf({ security }: Operation): string {
  const names = security.flatMap((one) => Object.keys(one));
  if (names.length === 0) return 'none';
  const linked = names.map((name) => `<a href="#credentials">${name}</a>`).join(' or ');
  return security.some((one) => Object.keys(one).length === 0) ? `${linked}, or none` : linked;
}

function curl(
  { method, path, parameters = [], security, servers }: Call,
  body: Schema | undefined,
  api: ApiDocument,
): string {
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=${yours(name)}`);
  const address = escapeHtml(path).replace(/\{(\w+)\}/g, (_whole, name: string) => yours(name));
  const base = servers === undefined ? 'data-base' : 'data-receive';
  const names = security.flatMap((one) => Object.keys(one));
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '<span ${base}>https://hookwell.example</span>${address}${query.length > 0 ? `?${query.join('&amp;')}` : ''}'`,
    ...(names.includes('apiKey')
      ? ['-H "Authorization: Bearer $HOOKWELL_API_KEY"']
      : names.includes('session')
        ? [`-b 'hookwell_session=${yours('session')}'`]
        : []),
    ...(body === undefined
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${escapeHtml(JSON.stringify(exampleOf(body, api)).replaceAll("'", `'\\''`))}'`,
        ]),
  ];
  return lines.join(' \\\n  ');
}

/** A place in a command that its reader fills in: `YOUR_TRACKING_ID`. */
function yours(name: string): string {
  return `<mark>YOUR_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}</mark>`;
}

function schemaSection(name: string, schema: Schema, api: ApiDocument): string {
  return `<section class="call" data-title="${escapeHtml(name.toLowerCase())}" data-words="${escapeHtml(name.toLowerCase())}" id="schema-${name}">
<h3><a class="heading" href="#schema-${name}">${escapeHtml(name)}</a></h3>
${schema.description === undefined ? '' : paragraphs(schema.description)}
<p>${typeOf(schema)}</p>
${propertyTable(schema)}
<details><summary>Example</summary><pre><code>${json(exampleOf(schema, api))}</code></pre></details>
</section>`;
}

function propertyTable(schema: Schema): string {
  const rows = propertyRows(schema, '', 0);
  return rows.length === 0 ? '' : table(['Member', 'Type', 'Meaning'], rows);
}

/** The members of an object, those of objects and lists within as well, by their paths. */
function propertyRows(schema: Schema, before: string, depth: number): string[][] {
  if (depth > deepest) return [];
  const { properties = {}, patternProperties = {}, required = [], items, anyOf = [] } = schema;
  const members = [
    ...Object.entries(properties),
    ...Object.values(patternProperties).map((one) => ['*', one] as const),
  ];
  return [
    ...members.flatMap(([name, member]) => {
      const path = before === '' ? name : `${before}.${name}`;
      const row = [
        nameOf(path, required.includes(name)),
        typeOf(member),
        inline(member.description ?? ''),
      ];
      return [row, ...propertyRows(member, path, depth + 1)];
    }),
    ...(items === undefined ? [] : propertyRows(items, `${before}[]`, depth + 1)),
    ...anyOf.flatMap((one) => propertyRows(one, before, depth + 1)),
  ];
}

function nameOf(name: string, isRequired = false): string {
  return `<code>${escapeHtml(name)}</code>${isRequired ? ' <span class="muted">required</span>' : ''}`;
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, items, type = 'any', format } = schema;
  if ($ref !== undefined) return `<a href="#schema-${refName($ref)}">${refName($ref)}</a>`;
  if ('const' in schema) return `<code>${json(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return schema.enum.map((one) => `<code>${json(one)}</code>`).join(' or ');
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (items !== undefined) return `list of ${typeOf(items)}`;
  const { minimum, maximum, minLength, maxLength } = schema;
  const length = rangeOf(minLength, maxLength);
  const details = [format, rangeOf(minimum, maximum), length && `${length} characters`].filter(
    Boolean,
  );
  return escapeHtml(
    [type].flat().join(' or ') + (details.length > 0 ? `, ${details.join(', ')}` : ''),
  );
}

function rangeOf(from: number | undefined, to: number | undefined): string {
  if (to === undefined) return from === undefined ? '' : `at least ${from}`;
  return from === undefined ? `at most ${to}` : `${from} to ${to}`;
}

function exampleOf(schema: Schema, api: ApiDocument, depth = 0): unknown {
  const { $ref, anyOf, items, properties, required = [] } = schema;
  const given = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (given !== undefined) return given;
  if ($ref !== undefined)
    return exampleOf(api.components.schemas[refName($ref)] ?? {}, api, depth + 1);
  if (anyOf?.[0] !== undefined) return exampleOf(anyOf[0], api, depth + 1);
  if (items !== undefined) return [exampleOf(items, api, depth + 1)];
  if (properties !== undefined && depth <= deepest) {
    const shown = Object.entries(properties).filter(
      ([name]) => required.length === 0 || required.includes(name),
    );
    return Object.fromEntries(shown.map(([name, one]) => [name, exampleOf(one, api, depth + 1)]));
  }
  const plain: Readonly<Record<string, unknown>> = {
    string: schema.format === 'date-time' ? '2026-03-01T12:00:00.000Z' : '…',
    integer: schema.minimum ?? 1,
    number: schema.minimum ?? 1,
    boolean: true,
    array: [],
  };
  return plain[[schema.type].flat()[0] ?? ''] ?? {};
}

function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function json(value: unknown): string {
  return escapeHtml(JSON.stringify(value, null, 2));
}

function idOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((one) => `<th scope="col">${one}</th>`).join('');
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<div class="table" role="group" aria-label="${heads.join(', ')}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`;
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((one) => `<p>${inline(one)}</p>`)
    .join('\n');
}

/** The descriptions have code as their only markup. Pages that they name are linked. */
function inline(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\bdocs\/([\w-]+)\.md\b/g, (named, name: string) =>
      documentationPages.some((page) => page.name === name)
        ? `<a href="/docs/${name}">${named}</a>`
        : named,
    );
}

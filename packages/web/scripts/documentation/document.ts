import { escapeHtml, type RenderedPage } from './html.ts';
import { pageGroups } from './pages.ts';
import { type ApiDocument, referenceContent } from './reference.ts';

/** The service puts the nonce of each response here (`home/served-files.ts`). */
export const noncePlace = 'NONCE-OF-THIS-RESPONSE';

export type RenderedPages = ReadonlyMap<string, RenderedPage>;

/** The document of a page: the page, and the list of all. It has no code but the script of the chosen theme. */
export function documentOf(name: string, pages: RenderedPages, style: string): string {
  const { title, html } = rendered(pages, name);
  return wholeDocument(`${title} – Hookwell`, style, `<main>${html}</main>\n${list(pages, name)}`);
}

/** The document that lists all pages. */
export function contentsDocument(pages: RenderedPages, style: string): string {
  const main = `<main>
<h1>Documentation</h1>
<p>Hookwell gives you a URL for webhooks. Every request to it is stored byte for byte before it is answered, and shown as it
arrives.</p>
${pageGroups
  .map(({ title, pages: names }) => {
    const items = names.map(({ name }) => {
      const page = rendered(pages, name);
      return `<li><a href="/docs/${name}">${escapeHtml(page.title)}</a></li>`;
    });
    return `<h2>${title}</h2>\n<ul>${items.join('')}</ul>`;
  })
  .join('\n')}
<h2>API</h2>
<ul><li><a href="/docs">Every call, with its parameters and answers</a></li></ul>
<p>In the dashboard, Ctrl+K finds a page by its title and headings.</p>
</main>`;
  return wholeDocument('Documentation – Hookwell', style, main);
}

/** The document that describes every call of the API. */
export function referenceDocument(api: ApiDocument, style: string, script: string): string {
  return wholeDocument('API – Hookwell', style, referenceContent(api), script);
}

function list(pages: RenderedPages, current: string): string {
  const groups = pageGroups.map(({ title, pages: names }) => {
    const items = names.map(
      ({ name }) =>
        `<li><a href="/docs/${name}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(rendered(pages, name).title)}</a></li>`,
    );
    return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
  });
  return `<nav aria-label="Documentation" id="pages">${groups.join('')}</nav>`;
}

function wholeDocument(title: string, style: string, content: string, script?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)}</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/hookwell.svg" type="image/svg+xml">
<link rel="stylesheet" nonce="${noncePlace}" href="/${style}">
<script nonce="${noncePlace}" src="/theme.js"></script>${script === undefined ? '' : `\n<script type="module" nonce="${noncePlace}" src="/${script}"></script>`}
</head>
<body>
<header>
<a class="home" href="/"><img alt="" height="28" src="/hookwell.svg" width="28">Hookwell</a>
<a href="/docs/contents">Documentation</a>
<a href="/docs">API</a>
</header>
<div class="columns">
${content}
</div>
</body>
</html>
`;
}

function rendered(pages: RenderedPages, name: string): RenderedPage {
  const page = pages.get(name);
  if (page === undefined) throw new Error(`There is no page ${name}`);
  return page;
}

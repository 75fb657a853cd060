import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderPage } from '../../scripts/documentation/html.ts';
import { documentationPages } from '../../scripts/documentation/pages.ts';

/** For people who work in a clone. */
const notForUsers = ['docs/architecture.md', 'docs/proof.md'];

const page = (markdown: string) => renderPage('docs/ci.md', markdown);

test('HTML in a page is text, and so are images', () => {
  const { html } = page('# A <b>title</b>\n\n<script>alert(1)</script>\n\n![<i>](x.png) `<u>`\n');
  expect(html).not.toMatch(/<(b|script|i|u|img)\b/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('links between pages lead to their addresses, and others out of the documentation', () => {
  const { html } = page(
    '# T\n\n[a](operating.md#plans) [b](../packages/client/README.md) [c](architecture.md) [d](#t) [e](https://example.com/)\n',
  );
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/docs/operating#plans',
    '/docs/client',
    'https://github.com/hookwell/hookwell/blob/main/docs/architecture.md',
    '#t',
    'https://example.com/',
  ]);
  expect(() => page('# T\n\n[a](javascript:alert(1))\n')).toThrow('docs/ci.md has a link');
});

test('headings have fragments of their own', () => {
  expect(page('# T\n\n## With `npm`, today\n\n## Then\n\n## Then\n').headings).toEqual([
    { id: 'with-npm-today', text: 'With npm, today' },
    { id: 'then', text: 'Then' },
    { id: 'then-1', text: 'Then' },
  ]);
});

test('every page for users is there, once', () => {
  const cwd = new URL('../../../..', import.meta.url);
  const files = [...globSync('docs/*.md', { cwd }), 'packages/client/README.md'];
  const listed = documentationPages.map(({ file }) => file);
  expect([...listed, ...notForUsers].toSorted()).toEqual(files.toSorted());
});

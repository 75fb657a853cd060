import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { contentsDocument, documentOf, referenceDocument } from './document.ts';
import { renderPage } from './html.ts';
import { documentationPages } from './pages.ts';

const root = join(import.meta.dirname, '../../../..');
const styles = ['packages/web/src/ui/colours.css', 'packages/web/scripts/documentation/style.css'];

/**
 * Adds the documentation for users to a build, as files below `docs/`: a document for each page, one that lists them all,
 * and `index.json`, by which the dashboard finds pages and headings.
 */
export function documentation(): Plugin {
  return {
    name: 'documentation',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      const source = styles.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
      const style = this.getFileName(
        this.emitFile({ type: 'asset', name: 'documentation.css', source }),
      );
      const pages = new Map(
        documentationPages.map(({ name, file }) => [
          name,
          renderPage(file, readFileSync(join(root, file), 'utf8')),
        ]),
      );
      const write = (fileName: string, content: string) =>
        this.emitFile({ type: 'asset', fileName: `docs/${fileName}`, source: content });
      for (const name of pages.keys()) write(`${name}.html`, documentOf(name, pages, style));
      write('contents.html', contentsDocument(pages, style));
      const script = this.getFileName(
        this.emitFile({
          type: 'asset',
          name: 'reference.js',
          source: readFileSync(join(import.meta.dirname, 'reference.js'), 'utf8'),
        }),
      );
      const api = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
      write('reference.html', referenceDocument(api, style, script));
      const index = [...pages].map(([name, { title, headings }]) => ({ name, title, headings }));
      write('index.json', JSON.stringify(index));
    },
  };
}

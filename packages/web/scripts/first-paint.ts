import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const web = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(web, file), 'utf8');

/**
 * Makes the dashboard's document paint before any other file has come: what its frame needs stands in it, and the styles of
 * the rest are loaded after the frame. Scripts wait for them.
 */
export const firstPaint: Plugin = {
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { path }) {
      if (path !== '/index.html') return html;
      const style = `${read('src/ui/colours.css')}${read('src/shell/first-paint.css')}`;
      const late: string[] = [];
      return (
        html
          .replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
            late.push(link.trim());
            return '';
          })
          .replace(
            '<script src="/theme.js"></script>',
            () => `<style>${small(style)}</style>
    <script>${small(`${read('public/theme.js')}${read('src/shell/list-place.js')}`)}</script>`,
          )
          // An image would come after the scripts.
          .replace(
            /(<div class="frame-bar">)<img[^>]*>/,
            (_image, bar) => `${bar}${read('public/hookwell.svg')}`,
          )
          .replace('</body>', () => `${late.join('\n')}\n  </body>`)
      );
    },
  },
};

/** Without comments and indentation. */
function small(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/\n\s*/g, '\n')
    .trim();
}

import { Marked } from 'marked';
import { documentationPages, repository } from './pages.ts';

/** A page as HTML, and what it is found by. */
export interface RenderedPage {
  title: string;
  /** The headings below the title, and the fragments that lead to them. */
  headings: { id: string; text: string }[];
  /** Its content with the title: tags that Markdown stands for, and nothing else. */
  html: string;
}

/**
 * Renders a page. HTML in it is shown as text. Links to other pages lead to these, all others out of the documentation.
 * @param file the path in the repository, which links start from
 * @throws {Error} if the page has no title, or a link that is neither https nor a path
 */
export function renderPage(file: string, markdown: string): RenderedPage {
  const headings: { id: string; text: string; depth: number }[] = [];
  const seen = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }) {
        const words = plainText(text);
        const id = fragmentOf(words, seen);
        headings.push({ id, text: words, depth });
        const inner = this.parser.parseInline(tokens);
        return depth === 1
          ? `<h1 id="${id}">${inner}</h1>\n`
          : `<h${depth} id="${id}"><a class="heading" href="#${id}">${inner}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(addressOf(file, href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      // Wide ones scroll by themselves, and by the keyboard too.
      table(token) {
        const [head, ...rows] = [token.header, ...token.rows].map(
          (cells) => `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>`,
        );
        const hasHead = token.header.some(({ text }) => text !== '');
        return `<div class="table" tabindex="0"><table>${hasHead ? `<thead>${head}</thead>` : ''}<tbody>${rows.join('')}</tbody></table></div>\n`;
      },
      image({ text }) {
        return escapeHtml(text);
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  const [title, ...others] = headings;
  if (title?.depth !== 1) throw new Error(`${file} does not begin with a title`);
  return { title: title.text, headings: others.map(({ id, text }) => ({ id, text })), html };
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** The address that a link leads to: another page, or else the file in the repository. */
function addressOf(file: string, href: string): string {
  if (/^https:\/\/|^#/.test(href)) return href;
  if (/^[a-z][a-z\d+.-]*:|^\//i.test(href)) throw new Error(`${file} has a link to ${href}`);
  const { pathname, hash } = new URL(href, `file:///${file}`);
  const path = pathname.slice(1);
  const page = documentationPages.find((one) => one.file === path);
  return page === undefined ? `${repository}${path}${hash}` : `/docs/${page.name}${hash}`;
}

/** The words of a heading without the marks of code and emphasis. */
function plainText(markdown: string): string {
  return markdown.replace(/[`*]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** The fragment of a heading, made as the places make it that the sources are read at: links between pages name it. */
function fragmentOf(words: string, seen: Map<string, number>): string {
  const base = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  const count = seen.get(base) ?? 0;
  seen.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

/** The words of a command line, and what a page cannot do for a shell. */
interface ShellWords {
  words: string[];
  /** The rest of the line behind the command, such as a pipe. */
  rest: string;
  /** Whether a variable or another command stands in it, which only a shell replaces. */
  hasVariables: boolean;
  /** Whether a quote has no end. */
  isOpen: boolean;
}

/** Splits the first command of a text as sh and bash do, or as cmd does if it has the signs of it: `^` before quotes or at line ends. */
export function shellWords(text: string): ShellWords {
  return /\s\^("|\r?\n)/.test(text) ? wordsOfWindows(text) : wordsOfShell(text);
}

/** One part of a word in sh: two kinds of quotes, `$'…'`, a joined line, an escape, or a plain character. */
const part =
  /\$'([^'\\]*(?:\\.[^'\\]*)*)'|'([^']*)'|\$?"([^"\\]*(?:\\.[^"\\]*)*)"|\\(\r?\n)|\\(.)|(\s+)|([;|&<>])|([^\s'"\\$`;|&<>]+|.)/sy;

function wordsOfShell(text: string): ShellWords {
  const found: ShellWords = { words: [], rest: '', hasVariables: false, isOpen: false };
  let word: string | undefined;
  const end = () => {
    if (word !== undefined) found.words.push(word);
    word = undefined;
  };
  part.lastIndex = 0;
  for (;;) {
    const at = part.lastIndex;
    const match = part.exec(text);
    if (match === null) break;
    const [, ansi, single, double, joined, escaped, space, control, plain] = match;
    if (space !== undefined) {
      end();
      if (space.includes('\n') && found.words.length > 0) {
        found.rest = text.slice(at).trim();
        break;
      }
    } else if (control !== undefined || (word === undefined && plain?.startsWith('#'))) {
      if (control !== undefined) found.rest = text.slice(at).trim();
      break;
    } else if (joined === undefined) {
      found.isOpen ||= plain === "'" || plain === '"';
      found.hasVariables ||= plain === '$' || plain === '`' || /(^|[^\\])[$`]/.test(double ?? '');
      word = (word ?? '') + (ansi === undefined ? '' : unescaped(ansi));
      word += single ?? double?.replace(/\\(\r?\n|[$`"\\])/g, keptEscape) ?? escaped ?? plain ?? '';
    }
  }
  end();
  return found;
}

function keptEscape(_all: string, character: string): string {
  return character.endsWith('\n') ? '' : character;
}

const named: Record<string, string> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The text of `$'…'`. Escaped bytes that follow one another are read as UTF-8. */
function unescaped(text: string): string {
  return text.replace(
    /((?:\\x[\da-fA-F]{1,2}|\\[0-7]{1,3})+)|\\u([\da-fA-F]{1,4})|\\U([\da-fA-F]{1,8})|\\(.)/gs,
    (_all, bytes?: string, short?: string, long?: string, other = '') => {
      if (bytes !== undefined) {
        const codes = bytes.slice(1).split('\\');
        return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
          Uint8Array.from(codes, (code) =>
            code.startsWith('x') ? Number.parseInt(code.slice(1), 16) : Number.parseInt(code, 8),
          ),
        );
      }
      const hex = short ?? long;
      if (hex === undefined) return named[other] ?? other;
      const code = Number.parseInt(hex, 16);
      return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
    },
  );
}

/** cmd takes out the `^` before a character. The program splits what is left at spaces that no quotes hold. */
function wordsOfWindows(text: string): ShellWords {
  let isQuoted = false;
  const line = text.replace(/\^\r?\n(\r?\n)?|\^(.)|"/gs, (all, newLine?: string, kept?: string) => {
    if (all === '"') isQuoted = !isQuoted;
    if (all === '"' || isQuoted) return all;
    return newLine === undefined ? (kept ?? '') : '\n';
  });
  const words = line.match(/(?:"[^"\\]*(?:(?:\\.|"")[^"\\]*)*"?|\\.|[^\s"])+/gs) ?? [];
  return { words: words.map(unquoted), rest: '', hasVariables: false, isOpen: false };
}

function unquoted(word: string): string {
  let isQuoted = false;
  return word.replace(/\\(["\\])|""|"/g, (all, escaped?: string) => {
    if (escaped !== undefined) return escaped;
    if (all === '""') return isQuoted ? '"' : '';
    isQuoted = !isQuoted;
    return '';
  });
}

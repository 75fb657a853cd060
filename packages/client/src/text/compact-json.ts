/** The same JSON without white space between its tokens, with every digit and every key as it was. */
export function compactJson(json: string): string {
  return Array.from(tokensOf(json)).join('');
}

/** The same JSON over many lines, for people, with every digit and every key as it was. */
export function indentedJson(json: string): string {
  const pieces: string[] = [];
  let depth = 0;
  let previous = '';
  for (const token of tokensOf(json)) {
    const closes = token === '}' || token === ']';
    const opened = previous === '{' || previous === '[';
    if (closes) depth -= 1;
    if (closes ? !opened : opened || previous === ',') pieces.push(lineBreak(depth));
    pieces.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') depth += 1;
    previous = token;
  }
  return pieces.join('');
}

/** Deeper levels are not indented further: they could be thousands. */
function lineBreak(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, 40))}`;
}

/** The tokens of valid JSON text, without white space; a byte order mark is white space here. */
function* tokensOf(json: string): Generator<string, void> {
  const start = /[^\s]/g;
  const simple = /[{}[\],:]|[^\s{}[\],:"]+/y;
  for (let found = start.exec(json); found !== null; found = start.exec(json)) {
    const end = found[0] === '"' ? stringEnd(json, found.index) : simpleEnd(json, found.index);
    yield json.slice(found.index, end);
    start.lastIndex = end;
  }

  function simpleEnd(text: string, from: number): number {
    simple.lastIndex = from;
    return simple.test(text) ? simple.lastIndex : text.length;
  }
}

/** The end of the string that begins there. A regular expression overflows the stack on a long string. */
function stringEnd(json: string, from: number): number {
  let quote = json.indexOf('"', from + 1);
  while (quote !== -1 && isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote === -1 ? json.length : quote + 1;
}

/** Whether an odd number of backslashes stands before the position. */
function isEscaped(json: string, position: number): boolean {
  let before = position - 1;
  while (json[before] === '\\') before -= 1;
  return (position - before) % 2 === 0;
}

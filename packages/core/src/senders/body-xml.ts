/** The element of an XML body that tells its subject. */
export interface XmlSubject {
  /** Without its prefix. */
  name: string;
  /** The default namespace, if it is declared at this element. */
  namespace?: string;
}

interface XmlTag {
  name: string;
  kind: 'start' | 'end' | 'empty';
  namespace?: string;
  /** The position after the tag. */
  end: number;
}

/**
 * The root element of an XML text; of a SOAP envelope (https://www.w3.org/TR/soap12-part1/#soapenv) the first element of
 * its body. `undefined` if the text is no XML, is HTML, or is cut before that.
 */
export function xmlSubject(text: string): XmlSubject | undefined {
  const root = nextTag(text, 0);
  if (root === undefined || root.kind === 'end' || root.name.toLowerCase() === 'html') {
    return undefined;
  }
  return root.name === 'Envelope' ? firstInBody(text, root) : root;
}

function firstInBody(text: string, envelope: XmlTag): XmlTag | undefined {
  let depth = envelope.kind === 'start' ? 1 : 0;
  let isInBody = false;
  for (let tag = nextTag(text, envelope.end); tag && depth > 0; tag = nextTag(text, tag.end)) {
    if (tag.kind === 'end') {
      depth--;
      if (depth <= 1 && isInBody) return undefined;
    } else {
      if (isInBody) return tag;
      isInBody = depth === 1 && tag.name === 'Body' && tag.kind === 'start';
      if (tag.kind === 'start') depth++;
    }
  }
  return undefined;
}

/** Markup between tags that is skipped, by its beginning and end. */
const skipped = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const;

function nextTag(text: string, from: number): XmlTag | undefined {
  let at = text.indexOf('<', from);
  while (at !== -1) {
    const [opening, closing] = skipped.find(([opening]) => text.startsWith(opening, at)) ?? [];
    if (opening === undefined || closing === undefined) return tagAt(text, at);
    const end = text.indexOf(closing, at + opening.length);
    // The declarations inside a document type have brackets of their own; such texts are left alone.
    if (end === -1 || (opening === '<!' && text.slice(at, end).includes('['))) return undefined;
    at = text.indexOf('<', end + closing.length);
  }
  return undefined;
}

/** Reads a tag with its attributes; `undefined` if the text ends in it. */
function tagAt(text: string, start: number): XmlTag | undefined {
  const isEnd = text[start + 1] === '/';
  const nameStart = start + (isEnd ? 2 : 1);
  let at = nameStart;
  while (at < text.length && !' \t\r\n/>'.includes(text.charAt(at))) at++;
  const name = text.slice(text.slice(nameStart, at).lastIndexOf(':') + 1 + nameStart, at);
  let namespace: string | undefined;
  for (let word = at; at < text.length && text[at] !== '>'; at++) {
    const quote = text[at];
    if (quote !== '"' && quote !== "'") continue;
    const close = text.indexOf(quote, at + 1);
    if (close === -1) return undefined;
    if (text.slice(word, at).trim() === 'xmlns=') namespace = text.slice(at + 1, close);
    at = close;
    word = close + 1;
  }
  if (at >= text.length || name === '') return undefined;
  const kind = isEnd ? 'end' : text[at - 1] === '/' ? 'empty' : 'start';
  return { name, kind, end: at + 1, ...(namespace !== undefined && { namespace }) };
}

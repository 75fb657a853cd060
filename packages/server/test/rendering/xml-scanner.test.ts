import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { XmlScanner } from '../../src/rendering/text/xml/scanner.ts';
import { textChunks } from '../../src/rendering/text-chunks.ts';

function isWellFormedXml(text: string): boolean {
  return isDocument([Buffer.from(text)]);
}

/** Scans a document in chunks that are cut out of the blocks. */
function isDocument(blocks: Uint8Array[]): boolean {
  const scanner = new XmlScanner();
  for (const chunk of textChunks(blocks, 'utf-8')) scanner.feed(chunk);
  return scanner.isDocument;
}

describe('a well-formed XML document', () => {
  it.each([
    '<a/>',
    '<a></a >',
    ' <a/>\n',
    '<?xml version="1.0"?><a/>',
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<a/>\n<!-- end -->\n<?go on?>",
    '<a x="1" y=\'"\' z = ">"><b/>text<b>&lt;&#10;&#x1F600;</b></a>',
    '<a><![CDATA[<b>]]]]><![CDATA[>&nope;]]></a>',
    '<a><!-- - <b> & --></a>',
    '<a><!----></a>',
    '<ns:a xmlns:ns="urn:x"><ns:b ns:c="d"/></ns:a>',
    '<é.-_:1 ü="ö"/>',
    '<!DOCTYPE html><html/>',
    '<!DOCTYPE a PUBLIC "-//X" \'http://x/a.dtd\'><a>&declared;</a>',
    '<!DOCTYPE a [<!ELEMENT a (#PCDATA)><!ENTITY e "]>\'<">\n<!-- ]> --><?p ]>?>%pe;]><a>&e;</a>',
    '<a b="&quot;&#9;"/>',
    '<a\n\tb="1"\n/>',
    '<a>]] ></a>',
    `<a>${'😀'.repeat(5)}</a>`,
    '<?xml  version = "1.0"  standalone = "no" ?><a/>',
    '<?xml version="1.1"?><a>\u0085<b\u0085c="&#1;"/>\u2028</a>',
    `<a b="&#x${'0'.repeat(100)}41;"/>`,
  ])('is %s', (text) => {
    expect(isWellFormedXml(text)).toBe(true);
  });

  it.each([
    '',
    ' ',
    'text',
    '<',
    '<a',
    '<a>',
    '</a>',
    '<a></b>',
    '<a><b></a></b>',
    '<a></ab>',
    '<ab></a>',
    '<a/><b/>',
    '<a></a><a></a>',
    'x<a/>',
    '<a/>x',
    '<a/>&amp;',
    '<a/><![CDATA[x]]>',
    '<![CDATA[x]]><a/>',
    '<!-- only a comment -->',
    '<?xml version="1.0"?>',
    ' <?xml version="1.0"?><a/>',
    '<?xml?><a/>',
    '<?xml encoding="UTF-8"?><a/>',
    '<?XML a?><a/>',
    '<a><?xml version="1.0"?></a>',
    '<a/><!-- unclosed',
    '<a/><?unclosed',
    '<a><![CDATA[unclosed</a>',
    '<a><!-- a -- b --></a>',
    '<a><!--- a ---></a>',
    '<a><!x></a>',
    '<a>]]></a>',
    '<a>&</a>',
    '<a>&;</a>',
    '<a>&amp</a>',
    '<a>&nope;</a>',
    '<a>&#0;</a>',
    '<a>&#xD800;</a>',
    '<a>&#x110000;</a>',
    '<a>&#xFFFE;</a>',
    '<a>&#;</a>',
    '<a>&#xZ;</a>',
    '<a b/>',
    '<a b=1/>',
    '<a b="1/>',
    '<a b="<"/>',
    '<a b="&"/>',
    '<a b="1"c="2"/>',
    '<a b="1" b="2"/>',
    '<a ="1"/>',
    '<a / >',
    '< a/>',
    '<1/>',
    '<-a/>',
    '<a></ a>',
    '<a></a b="1">',
    '<a>\u0001</a>',
    '<a>\uFFFE</a>',
    '<a/>\0',
    '<!DOCTYPE a>',
    '<a/><!DOCTYPE a>',
    '<!DOCTYPE a><!DOCTYPE a><a/>',
    '<!DOCTYPE a [<a/>',
    '<!DOCTYPE a [<!ENTITY e "x>]><a/>',
    '<!doctype a><a/>',
    '{"a":"<b/>"}',
    '<!DOCTYPE a><a>&1;</a>',
    '<!DOCTYPE a><a>&e <b/>;</a>',
    `<a>&${'#0'.repeat(3)};</a>`,
    '<?xml version="2.0"?><a/>',
    '<?xml version="1.0" standalone="maybe"?><a/>',
  ])('is not %j', (text) => {
    expect(isWellFormedXml(text)).toBe(false);
  });

  it('is every tree of elements, and none with an end tag missing', () => {
    const name = fc.constantFrom('a', 'bc', 'ns:d', 'é');
    const text = fc
      .string({ unit: 'grapheme' })
      .map((value) => value.replace(/[^ -~\u00a1-\ud7ff]/g, '').replace(/[&<>]/g, '&amp;'));
    const { document } = fc.letrec<{ document: string; content: string }>((tie) => ({
      document: fc
        .tuple(name, text, fc.array(tie('content'), { maxLength: 3 }))
        .map(([tag, value, children]) =>
          children.length === 0
            ? `<${tag} x="${value.replaceAll('"', '')}"/>`
            : `<${tag}>${children.join('')}</${tag}>`,
        ),
      content: fc.oneof(
        { depthSize: 'small' },
        text,
        text.map((value) => `<!--${value.replaceAll('-', '')}-->`),
        tie('document'),
      ),
    }));
    fc.assert(
      fc.property(document, fc.nat(), (xml, place) => {
        expect(isWellFormedXml(xml)).toBe(true);
        const endTags = [...xml.matchAll(/<\/[^>]+>/g)];
        const endTag = endTags[place % endTags.length];
        if (endTag === undefined) return;
        const { index } = endTag;
        const unclosed = xml.slice(0, index) + xml.slice(index + endTag[0].length);
        expect(isWellFormedXml(unclosed)).toBe(false);
      }),
    );
  });

  it('is what saxes takes, wherever it is cut', () => {
    const documents = [
      '<a>text<b x="1">&amp;</b><!-- c --><![CDATA[ x ]]></a>',
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<a><c/><d y=\'2\' z="&#x41;"/></a>\n',
      '<!DOCTYPE a [<!ENTITY e "x"><!-- c --><?p q?>]><?go on?><a/>',
      '<?xml version="1.1"?><a>\u0085<b\u0085x="1"/></a>',
    ];
    const piece = fc.constantFrom(
      ...[
        '<a>',
        '</a>',
        '<b x="1">',
        '<c/>',
        'text',
        '&lt;',
        '&#65;',
        '&e',
        '<!-- c -->',
        '-',
        '--',
      ],
      ...[
        '<![CDATA[ x ]]>',
        '<?pi a?>',
        '<!DOCTYPE a>',
        '\r\n',
        ']]>',
        '<',
        '>',
        '&',
        ';',
        '"',
        "'",
      ],
      ...[
        '=',
        '?',
        '?>',
        '/',
        '!',
        'é',
        '\u0085',
        '\u0001',
        '\uFFFE',
        '😀',
        ':',
        '1',
        '.',
        '<!--',
        'xml',
      ],
    );
    const mutation = fc.tuple(fc.nat(), fc.nat({ max: 2 }), piece);
    const document = fc
      .tuple(fc.constantFrom(...documents), fc.array(mutation, { maxLength: 3 }))
      .map(([text, mutations]) =>
        mutations.reduce((mutated, [place, removed, added]) => {
          const characters = Array.from(mutated);
          characters.splice(place % (characters.length + 1), removed, added);
          return characters.join('');
        }, text),
      )
      // Saxes takes any text for the name of an entity, and only one space within a declaration.
      .filter(
        (text) => !/<!DOCTYPE[\s\S]*&|<\?xml[\s\S]*?(\s\s|\s=|\s\?|[\u0085\u2028]\?>)/.test(text),
      );
    fc.assert(
      fc.property(document, fc.array(fc.integer({ min: 1, max: 20 })), (text, cuts) => {
        const bytes = Buffer.from(text);
        const blocks: Uint8Array[] = [];
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          blocks.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        expect(isDocument(blocks)).toBe(isTakenBySaxes(text));
      }),
      { numRuns: 1500 },
    );
  });

  it('may be as deep and as repetitive as it fits', () => {
    const depth = 500_000;
    expect(isWellFormedXml(`${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`)).toBe(true);
    expect(isWellFormedXml('<a>'.repeat(depth))).toBe(false);
    const entity = `<!ENTITY e ${'"x"'.repeat(depth)}>`;
    expect(isWellFormedXml(`<!DOCTYPE a [${entity}]><a/>`)).toBe(true);
    const name = '\u{10000}'.repeat(depth);
    expect(isWellFormedXml(`<${name}/>`)).toBe(true);
    expect(isWellFormedXml(`<a><${name}><b></b></${name}></a>`)).toBe(true);
    expect(isWellFormedXml(`<a><${name}><b></b></${name}b></a>`)).toBe(false);
  });

  it('has so many attributes at most, and each of them once', () => {
    const attributes = (count: number) =>
      Array.from({ length: count }, (_, index) => ` a${index}=""`).join('');
    expect(isWellFormedXml(`<a${attributes(65_536)}/>`)).toBe(true);
    expect(isWellFormedXml(`<a${attributes(65_537)}/>`)).toBe(false);
    expect(isWellFormedXml(`<a><b${attributes(40_000)}/><b${attributes(40_000)}/></a>`)).toBe(true);
    expect(isWellFormedXml(`<a${attributes(1000)} a7=""/>`)).toBe(false);
  });
});

function isTakenBySaxes(text: string): boolean {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  try {
    parser.write(text).close();
    return true;
  } catch {
    return false;
  }
}

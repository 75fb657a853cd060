import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isXmlDocument } from '../../src/rendering/xml-document.ts';

function isWellFormedXml(text: string): boolean {
  return isXmlDocument([text]);
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

  it('is the same wherever it is cut', () => {
    const text =
      '<?xml version="1.0"?>\n<!DOCTYPE a [<!-- c -->]><a é="&#x41;">&e;<![CDATA[x]]>😀</a>';
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(isXmlDocument([text.slice(0, cut), text.slice(cut)])).toBe(true);
      if (cut < text.length) expect(isXmlDocument([text.slice(0, cut)])).toBe(false);
    }
  });

  it('has so many open elements at most, and long names', () => {
    const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
    expect(isWellFormedXml(nested(10_000))).toBe(true);
    expect(isWellFormedXml(nested(10_001))).toBe(false);
    expect(isWellFormedXml(`<a>${'<b/>'.repeat(50_000)}</a>`)).toBe(true);
    expect(isWellFormedXml(`<!DOCTYPE a [<!ENTITY e ${'"x"'.repeat(50_000)}>]><a/>`)).toBe(true);
    const name = '\u{10000}'.repeat(50_000);
    expect(isWellFormedXml(`<a><${name}><b></b></${name}></a>`)).toBe(true);
    expect(isWellFormedXml(`<a><${name}><b></b></${name}b></a>`)).toBe(false);
  });

  it('has so many attributes at most, and each of them once', () => {
    const attributes = (count: number) =>
      Array.from({ length: count }, (_, index) => ` a${index}=""`).join('');
    expect(isWellFormedXml(`<a${attributes(10_000)}/>`)).toBe(true);
    expect(isWellFormedXml(`<a${attributes(10_001)}/>`)).toBe(false);
    expect(isWellFormedXml(`<a><b${attributes(7000)}/><b${attributes(7000)}/></a>`)).toBe(true);
    expect(isWellFormedXml(`<a${attributes(1000)} a7=""/>`)).toBe(false);
  });
});

/** A request that is made to harm its readers. */
export interface HostileRequest {
  name: string;
  headers?: Record<string, string>;
  /** The path and query after the receive URL. */
  target?: string;
  body: string | Uint8Array<ArrayBuffer>;
  /** A text in it that people must be able to read, in the first view or in `Raw`. */
  shows?: string;
}

const json = { 'content-type': 'application/json' };

const script = `<script>alert('script')</script><img src=x onerror="alert('onerror')"><svg onload="alert('onload')">`;

const html = `<!doctype html><html><head>
<meta http-equiv="refresh" content="0;url=http://evil.example/refresh">
<base href="http://evil.example/"><link rel="stylesheet" href="http://evil.example/style.css">
<style>@import url(http://evil.example/import.css); body { background: url(http://evil.example/background) }</style>
</head><body onload="alert('body')">
<img src="http://evil.example/image.png"><iframe src="http://evil.example/frame"></iframe>
<iframe srcdoc="<script>parent.alert('srcdoc')</script>"></iframe>
<object data="http://evil.example/object"></object><embed src="http://evil.example/embed">
<video src="http://evil.example/video" autoplay></video><audio src="http://evil.example/audio"></audio>
<form action="http://evil.example/form"><input autofocus onfocus="alert('focus')"></form>
<a href="javascript:alert('link')">press</a><details open ontoggle="alert('toggle')"></details>
<math><mtext></table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">
${script}</body></html>`;

const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 width="40" height="40" onload="alert('svg')"><script>alert('svg script')</script>
<image xlink:href="http://evil.example/image.png" width="10" height="10"/>
<use href="http://evil.example/use.svg#x"/><style>@import url(http://evil.example/style.css);</style>
<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="http://evil.example/"/></foreignObject>
<rect width="40" height="40" fill="teal"/></svg>`;

const laughs = `<?xml version="1.0"?><?xml-stylesheet href="http://evil.example/style.xsl" type="text/xsl"?>
<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
<lolz xmlns:x="http://www.w3.org/1999/xhtml"><x:script>alert('xml')</x:script>&c;&x;</lolz>`;

/** Direction overrides, invisible and combining characters, nulls, half of a surrogate pair, and a very long word. */
const naughty = [
  '\u202Etxt.exe\u202C \u2066isolated\u2069 \u200Bzero\u200Dwidth\uFEFF',
  'Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F\u0334a\u0310l\u0329g\u0361o',
  'null\u0000 bell\u0007 escape\u001B[31mred\u001B[0m backspace\u0008',
  'العربية עברית 日本語 👩‍👩‍👧‍👦 🏳️‍🌈 ﷽',
  '-- ; DROP TABLE captured_request; --',
  '{{constructor.constructor("alert(1)")()}} #{alert(1)} <%= alert(1) %>',
  'x'.repeat(20_000),
];

const boundary = 'boundary';
const multipart = [
  `--${boundary}`,
  'Content-Disposition: form-data; name="__proto__"; filename="<img src=x onerror=alert(1)>.html"',
  'Content-Type: text/html',
  '',
  html,
  `--${boundary}`,
  'Content-Disposition: form-data; name="picture"; filename="../../\u202Egnp.svg"',
  'Content-Type: image/svg+xml',
  '',
  svg,
  `--${boundary}--`,
  '',
].join('\r\n');

export const hostileRequests: readonly HostileRequest[] = [
  {
    name: 'script',
    headers: { 'content-type': 'text/html' },
    body: script,
    shows: "alert('onerror')",
  },
  {
    name: 'HTML',
    headers: { 'content-type': 'text/html' },
    body: html,
    shows: 'evil.example/refresh',
  },
  {
    name: 'SVG',
    headers: { 'content-type': 'image/svg+xml' },
    body: svg,
    shows: 'evil.example/use.svg',
  },
  {
    name: 'XML with entities',
    headers: { 'content-type': 'text/xml' },
    body: laughs,
    shows: 'ENTITY',
  },
  {
    name: 'multipart',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: multipart,
    shows: '__proto__',
  },
  {
    name: 'a form',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `__proto__=1&constructor=2&${encodeURIComponent(script)}=${encodeURIComponent(script)}&a=%ff%zz`,
    shows: 'constructor',
  },
  {
    name: 'JSON with names of prototypes',
    headers: json,
    body: JSON.stringify({ script, html }).replace(
      '{',
      '{"__proto__":{"polluted":1},"constructor":2,"toString":null,',
    ),
    shows: '__proto__',
  },
  {
    name: 'naughty strings in JSON',
    headers: json,
    body: `{"half":"\\ud800","texts":${JSON.stringify(naughty)},"big":${'9'.repeat(400)}.${'1'.repeat(400)}e-9999}`,
    shows: 'texts',
  },
  {
    name: 'naughty strings',
    headers: { 'content-type': 'text/plain' },
    body: naughty.join('\n'),
    shows: 'DROP TABLE',
  },
  {
    name: 'JSON nested 100,000 deep',
    headers: json,
    body: '['.repeat(100_000) + ']'.repeat(100_000),
  },
  {
    name: 'an object nested 20,000 deep',
    headers: json,
    body: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  },
  { name: 'what is no JSON', headers: json, body: `{"a": ${script}`, shows: 'onerror' },
  {
    name: 'every byte',
    body: Uint8Array.from({ length: 65_536 }, (_, index) => (index * 7) % 256),
  },
  {
    name: 'bytes that say to be text',
    headers: { 'content-type': 'text/plain' },
    body: Uint8Array.from({ length: 4096 }, (_, index) => 128 + (index % 128)),
  },
  { name: 'an image that is none', headers: { 'content-type': 'image/png' }, body: script },
  {
    name: 'a content type of its own',
    headers: { 'content-type': `text/html"><script>alert(1)</script>; charset=utf-7` },
    body: '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  },
  {
    name: 'names of headers, path and query',
    headers: {
      __proto__: 'header-of-prototype',
      constructor: script,
      toString: 'javascript:alert(1)',
      'content-type': 'text/plain',
    },
    target: `/${encodeURIComponent(script)}/__proto__/%00%ff/..%2f?__proto__=1&constructor=${encodeURIComponent(script)}&__proto__=2&%E2%80%AEgnp=${'q'.repeat(4000)}`,
    body: '',
  },
];

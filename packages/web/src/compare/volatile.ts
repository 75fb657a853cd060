/** Names of headers and fields whose values are new in every request by their nature. */
const volatileNames = new RegExp(
  [
    '^(date|age|etag|expires|last-modified|via|nonce|cf-ray|traceparent|tracestate|baggage|b3|id|guid|uuid|ts|time|iat|exp|nbf|jti)$',
    '(^|[-_.])(signature|sig|hmac|digest|timestamp|nonce|delivery|attempt|idempotency[-_]?key)([-_.]|$)',
    '[-_.](id|ids|guid|uuid|time|date|at|ts|token)$',
    '(Id|ID|Uuid|Guid|At|Time|Date|Timestamp|Signature|Nonce)$',
    '^(created|updated|modified|received|sent|occurred|expires)([-_]?(at|on|time|date))?$',
  ].join('|'),
);

export function isVolatileName(name: string): boolean {
  return volatileNames.test(name) || volatileNames.test(name.toLowerCase());
}

/** The forms of moments, signatures and made-up ids. */
const volatileShapes = [
  // Dates of ISO 8601 with a time, and of HTTP.
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun),? \d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d/,
  // Seconds or milliseconds since 1970, for dates from 2014 to 2045.
  /^1[4-9]\d{8}(\d{3})?(\.\d+)?$/,
  /^2[0-3]\d{8}(\d{3})?(\.\d+)?$/,
  /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i,
  // ULID, and long hexadecimal digests, alone or behind a name.
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  /^(?:\w{1,10}[=:_-])?(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{20,}$/i,
  // `evt_1NG8Du2eZvKYlo2C`, `t=1492774577,v1=5257a8…`.
  /^[a-z]{2,12}_(?=\w*\d)[A-Za-z0-9]{10,}$/,
  /^t=\d{10},/,
];

export function isVolatileValue(value: string): boolean {
  return value.length < 500 && volatileShapes.some((shape) => shape.test(value));
}

/** Whether a difference between two values means nothing: the name tells that, or all values look made up. */
export function isVolatile(
  name: string,
  left: string | undefined,
  right: string | undefined,
): boolean {
  if (isVolatileName(name)) return true;
  const values = [left, right].filter((value) => value !== undefined);
  return values.length > 0 && values.every(isVolatileValue);
}

/** A line of indented JSON, or of indented XML, with one name and one value. */
const jsonLine = /^\s*"((?:[^"\\]|\\.)*)": ("(?:[^"\\]|\\.)*"|[^,{[]*),?$/;
const xmlLine = /^\s*<([^\s<>/]+)[^<>]*>([^<]*)<\/\1>$/;

/** Whether two lines differ only in a value that is new in every request. */
export function isVolatileLine(left: string | undefined, right: string | undefined): boolean {
  const leftField = left === undefined ? undefined : fieldIn(left);
  const rightField = right === undefined ? undefined : fieldIn(right);
  if (left !== undefined && leftField === undefined) return false;
  if (right !== undefined && rightField === undefined) return false;
  const name = leftField?.name ?? rightField?.name ?? '';
  if (leftField !== undefined && rightField !== undefined && rightField.name !== name) return false;
  return isVolatile(name, leftField?.value, rightField?.value);
}

function fieldIn(line: string): { name: string; value: string } | undefined {
  if (line.length > 1000) return undefined;
  const [, name, value = ''] = jsonLine.exec(line) ?? xmlLine.exec(line) ?? [];
  if (name === undefined) return undefined;
  return { name, value: value.replace(/^"(.*)"$/s, '$1').trim() };
}

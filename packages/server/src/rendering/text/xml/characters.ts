/** The characters of XML 1.0 (fifth edition) and 1.1, by their code points. */

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** XML 1.0, section 2.3: NameStartChar. */
export function isNameStart(code: number): boolean {
  if (code < 0x80) {
    const lower = code | 0x20;
    return (lower >= 0x61 && lower <= 0x7a) || code === 0x3a || code === 0x5f;
  }
  return (
    (code >= 0xc0 && code <= 0x2ff && code !== 0xd7 && code !== 0xf7) ||
    (code >= 0x370 && code <= 0x1fff && code !== 0x37e) ||
    code === 0x200c ||
    code === 0x200d ||
    (code >= 0x2070 && code <= 0x218f) ||
    (code >= 0x2c00 && code <= 0x2fef) ||
    (code >= 0x3001 && code <= 0xd7ff) ||
    (code >= 0xf900 && code <= 0xfdcf) ||
    (code >= 0xfdf0 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0xeffff)
  );
}

/** XML 1.0, section 2.3: NameChar. */
export function isNameCharacter(code: number): boolean {
  return (
    isNameStart(code) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0xb7 ||
    (code >= 0x300 && code <= 0x36f) ||
    code === 0x203f ||
    code === 0x2040
  );
}

/** Whether a character may stand in a document. 1.1 refuses most of the C1 controls (section 2.2). */
export function isAllowed(code: number, isVersion11: boolean): boolean {
  if (code < 0x20) return isSpace(code);
  if (isVersion11 && code >= 0x7f && code <= 0x9f) return code === 0x85;
  return isWithinPlanes(code);
}

/** Whether a character reference may name it. 1.1 allows the control characters there. */
export function isReferable(code: number, isVersion11: boolean): boolean {
  if (code < 0x20) return isVersion11 ? code > 0 : isSpace(code);
  return isWithinPlanes(code);
}

function isWithinPlanes(code: number): boolean {
  return code <= 0x10ffff && code !== 0xfffe && code !== 0xffff && (code < 0xd800 || code > 0xdfff);
}

/** ASCII characters that end no part of any document: 1 for each of these. */
export const isPlain = Uint8Array.from({ length: 128 }, (_, code) =>
  /[ \w.,:;()+*#$%@/=]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** The code point of a character of valid UTF-8 that has `length` bytes. */
export function codePoint(bytes: Uint8Array, at: number, length: number): number {
  let code = (bytes[at] ?? 0) & (0xff >> (length + 1));
  for (let index = at + 1; index < at + length; index++) {
    code = (code << 6) | ((bytes[index] ?? 0) & 0x3f);
  }
  return code;
}

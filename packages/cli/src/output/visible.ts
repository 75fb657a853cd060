/**
 * Characters that a terminal would act on, or show as nothing: control and format characters, fillers, tags,
 * and halves of surrogate pairs. The line feed and the tab are among them.
 */
const unseen =
  /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Surrogate}|\u034f|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5]|[\u180b-\u180f]|[\u{e0000}-\u{e0fff}]/gu;

/** These join their neighbours: emoji and some scripts are made with them. */
const joiners = new Set(['\u200c', '\u200d']);

/** The text on one line, its unseen characters made visible: `␊`, `␛`, `\u{202e}`. */
export function visible(text: string): string {
  return text.replace(unseen, symbolOf);
}

/** The text, its unseen characters made visible except line breaks and tabs. */
export function visibleLines(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(unseen, (character) => {
    return character === '\n' || character === '\t' ? character : symbolOf(character);
  });
}

function symbolOf(character: string): string {
  if (joiners.has(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  // Unicode has a picture of each control character.
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `\\u{${code.toString(16)}}`;
}

/** The same JSON, its strings without characters that a terminal would act on. */
export function visibleJson(json: string): string {
  return json.replace(unseen, (character) => {
    if (joiners.has(character) || /[\t\n\r]/.test(character)) return character;
    const units = Array.from({ length: character.length }, (_, index) =>
      character.charCodeAt(index).toString(16).padStart(4, '0'),
    );
    return units.map((unit) => `\\u${unit}`).join('');
  });
}

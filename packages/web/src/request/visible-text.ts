import { unseenCharacters } from '@hookwell/client/copying';

/** A piece of captured text to show. */
export type TextPiece =
  | { kind: 'text'; text: string }
  /** An invisible character, or one that turns the text around it. Its code is shown instead. */
  | { kind: 'mark'; text: string; code: string };

const unseen = new RegExp(`[${unseenCharacters}]`, 'gu');

/** Cuts text at the characters that could hide or disguise something. A tab is not one of them. */
export function visiblePieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let position = 0;
  for (const { 0: character, index } of text.matchAll(unseen)) {
    if (character === '\t' || joinsEmoji(text, character, index)) continue;
    if (index > position) pieces.push({ kind: 'text', text: text.slice(position, index) });
    pieces.push({ kind: 'mark', text: character, code: codeOf(character) });
    position = index + character.length;
  }
  if (position < text.length) pieces.push({ kind: 'text', text: text.slice(position) });
  return pieces;
}

const emoji = /\ufe0f|\p{Extended_Pictographic}|\p{Emoji_Modifier}/u;

/** Whether the character joins two emoji into one, which hides nothing. */
function joinsEmoji(text: string, character: string, index: number): boolean {
  if (character !== '\u200d') return false;
  const before = Array.from(text.slice(Math.max(0, index - 2), index)).at(-1) ?? '';
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 0);
  return emoji.test(before) && emoji.test(after);
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Text for attributes and menus, which can show no marks: the codes stand in brackets. */
export function shownCharacters(text: string): string {
  return visiblePieces(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.code}]`))
    .join('');
}

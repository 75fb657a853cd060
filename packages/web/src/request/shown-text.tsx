import { unseenCharacters } from '@hookwell/client/copying';

/** Captured text. Invisible characters, and those that turn the text around them, are replaced by their codes. */
export function ShownText({ text }: { text: string }) {
  const pieces = visiblePieces(text);
  return pieces.map((piece, index) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      <span
        className="mx-px rounded-sm bg-warn-soft px-0.5 text-[0.85em] text-warn [unicode-bidi:isolate]"
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
        key={index}
        title="An invisible character, or one that turns the text around it"
      >
        {piece.code}
      </span>
    ),
  );
}

interface ProblemTextProps {
  problem: string;
  /** The place that it begins with, if it does: names in it may have backticks of their own. */
  path?: string;
}

/** A problem in words. The names between backticks are drawn as code. */
export function ProblemText({ problem, path = '' }: ProblemTextProps) {
  const begin = `\`${path}\``;
  const pieces = problem.startsWith(begin)
    ? ['', path, ...problem.slice(begin.length).split('`')]
    : problem.split('`');
  return pieces.map((piece, index) => {
    const Piece = index % 2 === 0 ? 'span' : 'code';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <Piece className="[unicode-bidi:isolate]" key={index}>
        <ShownText text={piece} />
      </Piece>
    );
  });
}

/** A piece of captured text to show. */
type TextPiece =
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

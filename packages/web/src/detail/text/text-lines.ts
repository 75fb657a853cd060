/** A text cut into lines as they are shown: very long ones are broken. */
export interface TextLines {
  readonly text: string;
  readonly count: number;
  /** Where each shown line begins; one more at the end. */
  readonly starts: Int32Array;
  /** The number of each line in the text, from 1; 0 where a broken one goes on. */
  readonly numbers: Int32Array;
  /** How many lines the text has. */
  readonly lineCount: number;
}

/** Longer lines are slow to lay out (UTF-16 units). */
const longestLine = 2000;

export function textLines(text: string, longest = longestLine): TextLines {
  let starts = new Int32Array(1024);
  let numbers = new Int32Array(1024);
  let count = 0;
  let lineCount = 0;
  let position = 0;
  while (position <= text.length) {
    const feed = text.indexOf('\n', position);
    const end = feed < 0 ? text.length : feed;
    lineCount++;
    for (let from = position, isFirst = true; isFirst || from < end; isFirst = false) {
      if (count + 2 > starts.length) {
        starts = doubled(starts);
        numbers = doubled(numbers);
      }
      starts[count] = from;
      numbers[count++] = isFirst ? lineCount : 0;
      from = breakAfter(text, from, end, longest);
    }
    position = end + 1;
    // What ends with a line feed has no empty line behind it.
    if (position === text.length && feed >= 0) break;
  }
  starts[count] = text.length;
  return { text, count, starts, numbers, lineCount };
}

/** A shown line, without its line end. */
export function lineAt({ text, starts }: TextLines, index: number): string {
  return text.slice(starts[index], starts[index + 1]).replace(/\r?\n$/, '');
}

function breakAfter(text: string, from: number, end: number, longest: number): number {
  const to = Math.min(end, from + longest);
  const isInsidePair = to < end && (text.charCodeAt(to) & 0xfc00) === 0xdc00;
  return isInsidePair ? to - 1 : to;
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(numbers.length * 2);
  wider.set(numbers);
  return wider;
}

/** Characters that take no room: combining marks and joiners. */
const narrow = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Characters that take two columns: Chinese, Japanese, Korean, emoji (Unicode's East Asian Width). */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

const ascii = /^[\x20-\x7e]*$/;

/** The number of columns that the text takes on a terminal. */
export function textWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += clusterWidth(segment);
  return width;
}

/** The beginning of the text that fits, with `…` if something is left out. */
export function fitText(text: string, columns: number): string {
  if (columns === Number.POSITIVE_INFINITY || textWidth(text) <= columns) return text;
  let fitting = '';
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += clusterWidth(segment);
    if (width > columns - 1) break;
    fitting += segment;
  }
  return `${fitting}…`;
}

const graphemes = new Intl.Segmenter();

function clusterWidth(cluster: string): number {
  if (wide.test(cluster) || cluster.includes('\ufe0f')) return 2;
  return narrow.test(cluster.slice(0, 1)) ? 0 : 1;
}

/** A place at which settings make no sense. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** `replies[2].plan[0]`; `settings` for the whole document. */
  readonly place: string;
  /** For the writer of the settings, without the place. */
  readonly sentence: string;
  /** The part of the text at that place, if it is not all of it. */
  readonly part: { start: number; end: number } | undefined;

  constructor(place: string, sentence: string, part?: { start: number; end: number }) {
    super(`${place}: ${sentence}`);
    this.place = place;
    this.sentence = sentence;
    this.part = part;
  }
}

/** The value at the place is not even of the kind that belongs there, so that no field for it could show it. */
export class ShapeError extends SettingsError {}

/** A message shows the beginning of a long text, and no character that would break a line. */
export function shown(text: string): string {
  const clipped = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return JSON.stringify(clipped);
}

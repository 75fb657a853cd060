import { textOfBytes } from '@hookwell/core/match';

/** Headers as lines, for the clipboard. */
export function headersText(headers: readonly (readonly [string, string])[]): string {
  return headers.map(([name, value]) => `${name}: ${textOfBytes(value)}`.trimEnd()).join('\n');
}

/**
 * Says how many headers the service left out. Their names began with X-.
 * @param isKeeping whether the settings of the endpoint keep such headers by now
 */
export function droppedSentence(
  dropped: number,
  isKeeping: boolean,
  format: (count: number) => string = String,
): string {
  const one = dropped === 1;
  const left = `${format(dropped)} ${one ? 'header' : 'headers'} whose ${one ? 'name starts' : 'names start'} with X- ${one ? 'was' : 'were'} not stored`;
  if (!isKeeping) return `${left}.`;
  return `${left}: this endpoint keeps such headers, but not those of earlier requests, nor secrets that it verifies, nor what a trusted proxy adds.`;
}

/** Whether a stored header stands apart from the others, kept by the settings of its endpoint. */
export function isKeptApart(name: string): boolean {
  return /^x-/i.test(name);
}

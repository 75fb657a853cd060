/** A name and its value, decoded, and as they were sent. */
export interface NameValuePair {
  name: string;
  value: string;
  sent: string;
}

export interface NameValuePairs {
  pairs: NameValuePair[];
  /** False where there are more of them than were read. */
  isComplete: boolean;
}

/** The pairs of a query or of a form body (URL Standard, section 5.1), in order, repeats kept. */
export function nameValuePairs(text: string, most = 2000): NameValuePairs {
  const parts = text.split('&', most + 1).filter((part) => part !== '');
  return { pairs: parts.slice(0, most).map(pairOf), isComplete: parts.length <= most };
}

function pairOf(sent: string): NameValuePair {
  const equals = sent.indexOf('=');
  if (equals < 0) return { name: decodedText(sent), value: '', sent };
  const name = decodedText(sent.slice(0, equals));
  return { name, value: decodedText(sent.slice(equals + 1)), sent };
}

/** Plus- and percent-decoded as the service does it: what is no UTF-8 stays as it is. */
export function decodedText(text: string): string {
  return text.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, decodedRun);
}

/** Decodes a run such as `%C3%A9%FF`: its valid characters become text, other bytes stay `%FF`. */
function decodedRun(run: string): string {
  return (
    wholeRun(run) ??
    // A character of UTF-8 has up to four bytes, and its first byte tells how many.
    run.replace(
      /%[0-7][0-9a-f]|%[cd][0-9a-f](?:%[89ab][0-9a-f])|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi,
      (sequence) => wholeRun(sequence) ?? sequence,
    )
  );
}

function wholeRun(run: string): string | undefined {
  try {
    return decodeURIComponent(run);
  } catch {
    return undefined;
  }
}

const names = ['body', 'timestamp', 'id', 'url', 'method'] as const;
export type Placeholder = (typeof names)[number];

/** A piece of what is signed: a text as it is, or what stands for it. */
export type TemplatePart = { text: string } | { placeholder: Placeholder };

/** The pieces of a text with `{body} {timestamp} {id} {url} {method}` in it. */
export function partsOf(signed: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  for (const [index, piece] of signed.split(/\{(body|timestamp|id|url|method)\}/).entries()) {
    const placeholder = names.find((name) => name === piece);
    if (index % 2 === 1 && placeholder !== undefined) parts.push({ placeholder });
    else if (piece !== '') parts.push({ text: piece });
  }
  return parts;
}

/** The first `{…}` of a text that stands for nothing. */
export function unknownPlaceholder(signed: string): string | undefined {
  return (signed.match(/\{\w*\}/g) ?? []).find(
    (written) => !names.some((name) => written === `{${name}}`),
  );
}

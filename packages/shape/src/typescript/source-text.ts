const identifier = /^[A-Za-z_$][\w$]*$/;

/** What editors and terminals act on or show as nothing, halves of surrogate pairs, and what Unicode does not know. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

/** The name of a member as TypeScript reads it: in quotes if it is no identifier. */
export function memberName(name: string): string {
  return identifier.test(name) ? name : escaped(JSON.stringify(name));
}

/** Text of others for a comment, on one line that it cannot end. */
export function commentText(text: string): string {
  return escaped(text).replaceAll('*/', '*\\/');
}

function escaped(text: string): string {
  return text.replace(unseen, (characters) => {
    const units = Array.from({ length: characters.length }, (_, index) =>
      characters.charCodeAt(index).toString(16).padStart(4, '0'),
    );
    return units.map((unit) => `\\u${unit}`).join('');
  });
}

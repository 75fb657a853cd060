/** Whether two documents of JSON say the same, whatever the order of their members. */
export function isSameDocument(one: unknown, other: unknown): boolean {
  return inOrder(one) === inOrder(other);
}

function inOrder(document: unknown): string {
  return JSON.stringify(document, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  });
}

/** What emails are compared by: nobody means two mailboxes by two spellings that differ in case alone. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

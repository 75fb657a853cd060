/** Whether a word names an archive where something else can stand: `webhooks.har`, `week.jsonl`, `-`. */
export function isArchiveWord(word: string): boolean {
  return word === '-' || /\.(har|jsonl?)$/i.test(word);
}

import type { Draft, DraftReply } from './draft.ts';

/** Whether a reply is for every request, so that none behind it ever answers. */
export function isForAll({ when, handshake }: Pick<DraftReply, 'when' | 'handshake'>): boolean {
  return handshake === undefined && when.trim() === '';
}

/** The index of the reply that takes every request before this one; `undefined` if none does. */
export function takenBy(replies: readonly DraftReply[], index: number): number | undefined {
  const found = replies.findIndex(isForAll);
  return found >= 0 && found < index ? found : undefined;
}

/** Adds a reply: at the end, but one with a condition before those that are for every request. */
export function withReply(draft: Draft, reply: DraftReply): Draft {
  const first = draft.replies.findIndex(isForAll);
  const at = isForAll(reply) || first < 0 ? draft.replies.length : first;
  return { ...draft, replies: draft.replies.toSpliced(at, 0, reply) };
}

export function withoutReply(draft: Draft, key: number): Draft {
  return { ...draft, replies: draft.replies.filter((reply) => reply.key !== key) };
}

export function withChangedReply(draft: Draft, changed: DraftReply): Draft {
  const replies = draft.replies.map((reply) => (reply.key === changed.key ? changed : reply));
  return { ...draft, replies };
}

/** Moves a reply one place up or down; at the edge it stays. */
export function withMovedReply(draft: Draft, key: number, by: -1 | 1): Draft {
  const from = draft.replies.findIndex((reply) => reply.key === key);
  const moved = draft.replies[from];
  const to = from + by;
  if (moved === undefined || to < 0 || to >= draft.replies.length) return draft;
  return { ...draft, replies: draft.replies.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

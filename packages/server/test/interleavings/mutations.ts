import type { Mutation } from './mutation.ts';
import { groupCommit } from './mutations/group-commit.ts';
import { knownEndpoints } from './mutations/known-endpoints.ts';
import { settings } from './mutations/settings.ts';
import { tail } from './mutations/tail.ts';
import { waitingAnswers } from './mutations/waiting-answers.ts';

/** Broken variants of our own code, each with the model that has to find it. */
export const mutations: readonly Mutation[] = [
  ...groupCommit.map((mutation) => ({ ...mutation, foundBy: 'group commit' })),
  ...knownEndpoints.map((mutation) => ({ ...mutation, foundBy: 'known endpoints' })),
  ...tail.map((mutation) => ({ ...mutation, foundBy: 'tail' })),
  ...settings.map((mutation) => ({ ...mutation, foundBy: 'settings' })),
  ...waitingAnswers.map((mutation) => ({ ...mutation, foundBy: 'waiting answers' })),
];

import { Type } from 'typebox';
import {
  CreatedShare,
  NewShare,
  Share,
  SharedParams,
  SharedPreview,
  SharedQuery,
  SharedRequests,
  ShareParams,
} from '../share.ts';
import { empty, json, operationsOf, toNextPage, written } from './operation.ts';

const sharedHeaders = {
  ...toNextPage,
  ETag: {
    description:
      'The version of the page, for `If-None-Match`: the same as long as it shows the same',
    schema: { type: 'string' },
  },
} as const;

export const shareOperations = operationsOf('Shares', {
  createShare: {
    summary: 'Show captured requests to others',
    description:
      'Makes an address at which anybody who has it sees one captured request, or those of an endpoint, with secrets hidden. The answer is the only one that ever has the address.',
    credentials: 'session',
    leastRole: 'member',
    audit: { action: 'share.create', subject: 'answeredShare' },
    body: NewShare,
    answers: { 201: json('The new share', CreatedShare) },
    failures: ['registeredOnly', 'shareLimit', 'notFound'],
  },
  previewShare: {
    summary: 'See what a share would show',
    description: 'Gives the first page that the share would have. Nothing is stored.',
    credentials: 'session',
    leastRole: 'member',
    body: NewShare,
    answers: { 200: json('What would be seen', written(SharedPreview)) },
    failures: ['registeredOnly', 'notFound'],
  },
  listShares: {
    summary: 'List what is shown to others',
    description:
      'Lists the shares of the account that have not ended, oldest first, without their addresses.',
    credentials: 'session',
    leastRole: 'viewer',
    answers: { 200: json('The shares', Type.Array(Share)) },
  },
  deleteShare: {
    summary: 'Stop showing to others',
    description: 'The address of the share leads nowhere at once.',
    credentials: 'session',
    leastRole: 'member',
    audit: { action: 'share.delete', subject: 'share' },
    params: ShareParams,
    answers: { 204: empty('The share is gone') },
    failures: ['notFound'],
  },
  getShared: {
    summary: 'See what is shown',
    description:
      'Gives what a share shows, newest first, redacted: never a byte of what is hidden, and never a body as it was sent. Needs no credential. What has ended is as unknown as what never was.',
    credentials: 'none',
    params: SharedParams,
    querystring: SharedQuery,
    answers: {
      200: json('The requests, newest first', written(SharedRequests), sharedHeaders),
      304: empty('`If-None-Match` names the version of the page'),
    },
    failures: ['notFound', 'tooManyRequests'],
  },
});

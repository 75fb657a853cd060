import { Type } from 'typebox';
import { CaptureAcknowledgement } from '../captured-request.ts';
import { requestHeader } from '../settings-names.ts';
import { failures, json } from './operation.ts';

const token = Type.String({ description: "The endpoint's token" });

const received = {
  summary: 'Receive a webhook',
  description: `Takes any body, headers and query. The answer is sent once the request is stored durably; its header ${requestHeader} has the id, whatever the endpoint answers. TRACE and CONNECT are refused; a CORS preflight is answered and not captured.`,
  tags: ['Receiving'],
  security: [],
  response: {
    200: json('The request is stored', CaptureAcknowledgement),
    ...failures(
      'notFound',
      'requestTimeout',
      'bodyTooLarge',
      'tooManyRequests',
      'headersTooLarge',
      'unavailable',
      'overloaded',
      'guestSpaceFull',
      'storeFull',
    ),
  },
} as const;

/**
 * The receive plane. Code of its own serves these URLs, in front of the router of the API, and takes any method; the
 * entries here only describe them.
 */
export const receivePlane = {
  methods: ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
  paths: [
    {
      url: '/wh/:token',
      operationId: 'receive',
      schema: { ...received, params: Type.Object({ token }) },
    },
    {
      url: '/wh/:token/:path',
      operationId: 'receiveBelow',
      schema: {
        ...received,
        params: Type.Object({
          token,
          path: Type.String({ description: 'Anything, further slashes included' }),
        }),
      },
    },
  ],
} as const;

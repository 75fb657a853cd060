import { Type } from 'typebox';
import { Service } from '../service.ts';
import { json, operationsOf, written } from './operation.ts';

export const serviceOperations = operationsOf('Service', {
  getService: {
    summary: 'See what this service is',
    description:
      'Gives the beginning of every receive URL, the limits of the plans, the version, and the ways to log in.',
    credentials: 'none',
    answers: { 200: json('The service', Service) },
  },
  getApiDescription: {
    summary: 'Get this description',
    description: 'Gives the API in OpenAPI 3.1. A page for people is at /docs.',
    credentials: 'none',
    answers: {
      200: json(
        'The description',
        written(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
      ),
    },
    onlyFailures: ['internal'],
  },
});

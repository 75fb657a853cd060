import { type Static, Type } from 'typebox';
import { defaultPlans, Plan, planNames } from './plans.ts';
import { xHeaderChoices } from './settings-names.ts';
import { oneOf } from './text.ts';

/** The facts that visitors may know before they have a session. */
export const Service = Type.Object(
  {
    receiveBaseUrl: Type.String({ description: 'The beginning of every receive URL' }),
    plans: Type.Array(Plan),
    sellsPlans: Type.Boolean({ description: 'Whether larger plans are for sale here' }),
    version: Type.String(),
    xHeaders: oneOf(xHeaderChoices, {
      description: 'What is done with X- headers of endpoints whose settings say nothing of them',
    }),
    login: Type.Object(
      { password: Type.Boolean(), oidc: Type.Boolean() },
      { description: 'The ways to log in: by a password, by single sign-on (OpenID Connect)' },
    ),
  },
  {
    title: 'Service',
    examples: [
      {
        receiveBaseUrl: 'http://localhost:8080',
        plans: planNames.map((plan) => ({ plan, ...defaultPlans[plan] })),
        sellsPlans: true,
        version: '0.1.0',
        xHeaders: 'drop',
        login: { password: true, oidc: false },
      },
    ],
  },
);
export type Service = Static<typeof Service>;

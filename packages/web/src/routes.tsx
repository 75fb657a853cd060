import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { basePath, leaveTeam } from './page/this-page.ts';
import { AllScreen, EndpointScreen, HomeScreen } from './screens/endpoint-screens.tsx';
import { Frame } from './shell/frame.tsx';
import { LoadingScreen, ProblemScreen, UnknownScreen } from './shell/stand-in-screens.tsx';
import { loadPart } from './ui/lazy-part.tsx';

// Queries of addresses, by screen. Users may type anything there, so unknown parts are left out.

/** Of a list: the tab of its request, `body` if there is none, and the filter as typed. */
function requestsSearch({ tab, filter }: Record<string, unknown>) {
  return {
    ...((tab === 'headers' || tab === 'query') && ({ tab } as const)),
    ...(typeof filter === 'string' && filter !== '' && { filter }),
  };
}

/** The only delivery to show, and the id of one of its captured requests. */
function deliveriesSearch({ delivery, request }: Record<string, unknown>) {
  return {
    ...(typeof delivery === 'string' && delivery !== '' && { delivery }),
    ...(typeof request === 'string' && { request }),
  };
}

/** The event that is open; the empty text stands for requests that name none. */
function eventsSearch({ event }: Record<string, unknown>): { event?: string } {
  return typeof event === 'string' ? { event } : {};
}

/** The path that a log-in leads to, and why a single sign-on failed. */
function entranceSearch({ next, problem }: Record<string, unknown>) {
  return {
    ...(typeof next === 'string' && { next }),
    ...(typeof problem === 'string' && { problem }),
  };
}

/**
 * The id of the captured request that the settings are tried against, the signature scheme to set up if none is, and the field
 * that gets the focus.
 */
function settingsSearch({ try: tried, verify, field }: Record<string, unknown>) {
  const isField =
    field === 'scheme' || field === 'secrets' || field === 'tolerance' || field === 'xHeaders';
  return {
    ...(typeof tried === 'string' && { try: tried }),
    ...(typeof verify === 'string' && { verify }),
    ...(isField && ({ field } as const)),
  };
}

const rootRoute = createRootRoute({
  component: Frame,
  errorComponent: ProblemScreen,
  pendingComponent: LoadingScreen,
  notFoundComponent: UnknownScreen,
});

const getParentRoute = () => rootRoute;

/** A screen that is loaded when it is first shown. */
function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  return lazyRouteComponent(() => loadPart(load), name);
}

const homeRoute = createRoute({ getParentRoute, path: '/', component: HomeScreen });

const endpointRoute = createRoute({
  getParentRoute,
  path: '/endpoints/$token',
  validateSearch: requestsSearch,
  component: EndpointScreen,
});

const endpointRequestRoute = createRoute({
  getParentRoute: () => endpointRoute,
  path: '/requests/$id',
});

const settingsRoute = createRoute({
  getParentRoute,
  path: '/endpoints/$token/settings',
  validateSearch: settingsSearch,
  component: lazyScreen(() => import('./settings/settings-screen.tsx'), 'SettingsScreen'),
});

const deliveriesRoute = createRoute({
  getParentRoute,
  path: '/endpoints/$token/deliveries',
  validateSearch: deliveriesSearch,
  component: lazyScreen(() => import('./deliveries/deliveries-screen.tsx'), 'DeliveriesScreen'),
});

const eventsRoute = createRoute({
  getParentRoute,
  path: '/endpoints/$token/events',
  validateSearch: eventsSearch,
  component: lazyScreen(() => import('./events/events-screen.tsx'), 'EventsScreen'),
});

const refusalsRoute = createRoute({
  getParentRoute,
  path: '/endpoints/$token/refusals',
  component: lazyScreen(() => import('./refusals/refusals-screen.tsx'), 'RefusalsScreen'),
});

const allRoute = createRoute({
  getParentRoute,
  path: '/all',
  validateSearch: requestsSearch,
  component: AllScreen,
});

const allRequestRoute = createRoute({ getParentRoute: () => allRoute, path: '/requests/$id' });

const compareRoute = createRoute({
  getParentRoute,
  path: '/compare/$a/$b',
  component: lazyScreen(() => import('./compare/compare-screen.tsx'), 'CompareScreen'),
});

const ofAccounts = () => import('./screens/account-screens.ts');

const loginRoute = createRoute({
  getParentRoute,
  path: '/login',
  beforeLoad: leaveTeam,
  validateSearch: entranceSearch,
  component: lazyScreen(ofAccounts, 'LoginScreen'),
});

const registerRoute = createRoute({
  getParentRoute,
  path: '/register',
  beforeLoad: leaveTeam,
  validateSearch: entranceSearch,
  component: lazyScreen(ofAccounts, 'RegisterScreen'),
});

const handoffRoute = createRoute({
  getParentRoute,
  path: '/handoff',
  validateSearch: entranceSearch,
  component: lazyScreen(ofAccounts, 'HandoffScreen'),
});

const joinRoute = createRoute({
  getParentRoute,
  path: '/join',
  component: lazyScreen(ofAccounts, 'JoinScreen'),
});

const invitationRoute = createRoute({
  getParentRoute,
  path: '/join/$secret',
  component: lazyScreen(ofAccounts, 'JoinScreen'),
});

const accountRoute = createRoute({
  getParentRoute,
  path: '/account',
  beforeLoad: leaveTeam,
  component: lazyScreen(ofAccounts, 'AccountScreen'),
});

const keysRoute = createRoute({
  getParentRoute,
  path: '/keys',
  component: lazyScreen(() => import('./account/keys-screen.tsx'), 'KeysScreen'),
});

const planRoute = createRoute({
  getParentRoute,
  path: '/plan',
  component: lazyScreen(() => import('./plan/plan-screen.tsx'), 'PlanScreen'),
});

/** Of a page for a team. */
const teamRoute = createRoute({
  getParentRoute,
  path: '/team',
  component: lazyScreen(ofAccounts, 'TeamScreen'),
});

const auditRoute = createRoute({
  getParentRoute,
  path: '/audit',
  component: lazyScreen(ofAccounts, 'AuditScreen'),
});

/** Every address of the dashboard but `/resend`, which is a document of its own. A team has the same below `/t/{id}`. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    endpointRoute.addChildren([endpointRequestRoute]),
    settingsRoute,
    deliveriesRoute,
    eventsRoute,
    refusalsRoute,
    allRoute.addChildren([allRequestRoute]),
    compareRoute,
    loginRoute,
    registerRoute,
    handoffRoute,
    joinRoute,
    invitationRoute,
    teamRoute,
    auditRoute,
    accountRoute,
    keysRoute,
    planRoute,
  ]),
  basepath: basePath,
  parseSearch: readQuery,
  stringifySearch: writeQuery,
  defaultErrorComponent: ProblemScreen,
  defaultPendingComponent: LoadingScreen,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/**
 * Reads the query of an address. Every value is a text: the usual reading of the router takes `7.0` for a number and
 * quotes for JSON, but both are words of a filter.
 */
function readQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Writes the query of an address with its question mark, or nothing if it is empty. */
function writeQuery(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') query.set(name, value);
  }
  return query.size === 0 ? '' : `?${query}`;
}

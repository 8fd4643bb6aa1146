/** Who may import whom: section by section what docs and reviews would otherwise have to repeat. */

const test = '[.]test[.]tsx?$'
const testing = ['^tests/', '^libs/testing/', '^(?:libs|services)/[^/]+/src/testing/', `^.+${test}`]
const packages = (...names) => `^.*node_modules/(?:${names.join('|')})/`

/** The subjects of each service, the lowest first. Shared pieces sink to the lower one. */
const subjects = {
  gateway: ['upstreams', 'live', 'rate-limits', 'cache', 'operations', 'security', 'proxy', 'runner'],
  identity: [
    ...['audit', 'keys', 'passwords', 'limits', 'sessions', 'email', 'admins', 'learners'],
    ...['email-delivery', 'oauth', 'privacy', 'notifications'],
  ],
  media: ['storage', 'audio', 'images', 'trash'],
  progress: [
    ...[
      'learner',
      'question-copies',
      'adaptive',
      'read-models',
      'learner-store',
      'ops',
      'bookmarks',
      'pace',
      'paths',
      'regrade',
    ],
    ...[
      'stats',
      'admin',
      'challenges',
      'mock-interviews',
      'live',
      'plans',
      'reviews',
      'sessions',
      'accounts',
      'answers',
      'interview',
      'today',
      'explain',
    ],
  ],
  questions: [
    ...[
      'edits',
      'nodes',
      'diagrams',
      'search-index',
      'questions',
      'imports',
      'reports',
      'search',
      'listing',
      'bulk-actions',
      'translations',
      'exports',
    ],
    ...[
      'taxonomy',
      'backups',
      'privacy',
      'library',
      'trash',
      'versions',
      'comments',
      'content',
      'interviewer',
      'replay',
      'images',
      'reviews',
    ],
  ],
}

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'services-are-islands',
    comment:
      'No service, nor the frontend, imports another: they communicate through contracts, NATS and the gateway.',
    severity: 'error',
    from: { path: '^(services/[^/]+|frontend)/' },
    to: { path: '^(?:services/[^/]+|frontend)/', pathNot: '^$1/' },
  },
  {
    name: 'libs-know-no-service',
    comment: 'Libraries import no service.',
    severity: 'error',
    from: { path: '^libs/' },
    to: { path: '^(?:services|frontend|deploy|tests)/' },
  },
  {
    name: 'contracts-need-only-zod',
    comment: 'The frontend shares the contracts: they run in browsers too.',
    severity: 'error',
    from: { path: '^libs/contracts/src/', pathNot: testing },
    to: { path: '^', pathNot: ['^libs/contracts/src/', packages('zod')] },
  },
  {
    name: 'domain-is-pure',
    comment: 'The learner domain and every *.rules.ts are pure: no I/O, no clock, no randomness.',
    severity: 'error',
    from: { path: '^services/([^/]+)/src/(?:learner/|.+[.]rules[.]ts$)', pathNot: testing },
    to: {
      path: '^',
      pathNot: [
        '^services/$1/src/learner/',
        '^services/$1/src/.+[.]rules[.]ts$',
        '^libs/contracts/src/',
        '^libs/event-store/src/',
        packages('ts-fsrs', 'zod'),
      ],
    },
  },
  {
    name: 'domain-is-pure',
    comment: 'The domain imports types of the event store, never code.',
    severity: 'error',
    from: { path: '^services/[^/]+/src/(?:learner/|.+[.]rules[.]ts$)', pathNot: testing },
    to: { path: '^libs/event-store/src/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'sql-stays-at-the-edge',
    comment:
      'Kysely and pg are for db/, repositories, read models, queries, the libraries below them and benchmarks.',
    severity: 'error',
    from: {
      path: '^',
      pathNot: [
        '^services/[^/]+/src/db/',
        '^services/[^/]+/src/.+-repository[.]ts$',
        '^services/[^/]+/src/.+/queries[.]ts$',
        '^services/[^/]+/src/.+/repository[.]ts$',
        '^services/[^/]+/src/.+-queries[.]ts$',
        '^services/progress/src/(?:learner-store|read-models)/',
        '^services/[^/]+/src/tables[.]ts$',
        '^libs/(?:event-store|service-kit|local-platform)/',
        '^deploy/(?:backup|bench)/',
        ...testing,
      ],
    },
    to: { path: packages('kysely', 'pg') },
  },
  {
    name: 'traces-on-demand',
    comment: 'OpenTelemetry is imported by one module, ...',
    severity: 'error',
    from: {
      path: '^(?:libs|services)/',
      pathNot: ['^libs/service-kit/src/observability/open-telemetry[.]ts$', ...testing],
    },
    to: { path: packages('@opentelemetry') },
  },
  {
    name: 'traces-on-demand',
    comment: '... which is loaded only if a collector is configured.',
    severity: 'error',
    from: { path: '^libs/service-kit/src/', pathNot: ['^.+/open-telemetry[.]ts$', ...testing] },
    to: {
      path: '^libs/service-kit/src/observability/open-telemetry[.]ts$',
      dependencyTypesNot: ['dynamic-import'],
    },
  },
  ...Object.entries(subjects).flatMap(([service, order]) => [
    ...order.map((subject, position) => ({
      name: 'subjects-point-one-way',
      comment: 'A subject imports only subjects that come before it in the list above.',
      severity: 'error',
      from: { path: `^services/${service}/src/${subject}/`, pathNot: testing },
      to: {
        path: `^services/${service}/src/[^/]+/`,
        pathNot: `^services/${service}/src/(?:${order.slice(0, position + 1).join('|')})/`,
      },
    })),
    {
      name: 'subjects-point-one-way',
      comment: 'A new subject needs its place in the list.',
      severity: 'error',
      from: { path: `^services/${service}/src/`, pathNot: testing },
      to: { path: `^services/${service}/src/(?!(?:${[...order, 'testing'].join('|')})/)[^/]+/` },
    },
  ]),
  {
    name: 'features-are-islands',
    comment: 'A feature can be understood, changed and removed alone.',
    severity: 'error',
    from: { path: '^frontend/src/features/([^/]+)/' },
    to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
  },
  {
    name: 'frontend-one-way',
    comment: 'shared → features → app: shared code imports no feature.',
    severity: 'error',
    from: { path: '^frontend/src/shared/' },
    to: { path: '^frontend/src/(?:features|app)/' },
  },
  {
    name: 'frontend-one-way',
    comment: 'shared → features → app: a feature does not import the app.',
    severity: 'error',
    from: { path: '^frontend/src/features/' },
    to: { path: '^frontend/src/app/' },
  },
  {
    name: 'stored-data-has-an-owner',
    comment:
      'Features store data through shared/account/account-data.ts, under the account’s name, so that signing out clears it.',
    severity: 'error',
    from: {
      path: '^frontend/src/(?:features|app)/',
      // The keys of an admin’s session are the specification’s.
      pathNot: '^frontend/src/features/admin-session/',
    },
    to: { path: '^frontend/src/shared/storage[.]ts$|^node_modules/idb/' },
  },
  {
    name: 'no-circular',
    comment: 'Merge files that import each other, or extract a third.',
    severity: 'error',
    from: { path: '^' },
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'Nothing imports it.',
    severity: 'error',
    from: {
      orphan: true,
      path: '^(?:libs|services|frontend|deploy|tests)/',
      pathNot: [
        '^.+[.]d[.]ts$',
        '^frontend/public/',
        '^frontend/build/(?:boot|worker)/',
        '^deploy/docker/',
        '^services/gateway/src/operations/api-docs/',
        '^deploy/bench/benchmarks/.+[.]js$',
      ],
    },
    to: {},
  },
  {
    name: 'not-to-test',
    comment: 'Production code imports no test code.',
    severity: 'error',
    from: { path: '^', pathNot: [...testing, '^deploy/(?:bench|content-check)/'] },
    to: { path: testing },
  },
  {
    name: 'resolves',
    comment: 'No rule can check an import that does not resolve. The build makes virtual modules.',
    severity: 'error',
    from: { path: '^' },
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: '^.*node_modules/' },
    exclude: {
      path: ['^tests/architecture/planted/', '^services/questions/content/challenges/', '^frontend/dist/'],
    },
    // Type imports count too: they couple modules just as much.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts', '.json'],
    },
  },
}

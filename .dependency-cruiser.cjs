/** Who may import whom: section by section what docs and reviews would otherwise have to repeat. */

const test = '[.]test[.]tsx?$'
const testing = ['^tests/', '^libs/testing/', '^(?:libs|services)/[^/]+/src/testing/', `^.+${test}`]
const packages = (...names) => `^.*node_modules/(?:${names.join('|')})/`

/** The subjects of each service, the lowest first. Shared pieces sink to the lower one. */
const subjects = {
  gateway: ['upstreams', 'live', 'rate-limits', 'cache', 'docs', 'operations', 'security', 'proxy', 'runner'],
  identity: [
    ...['keys', 'passwords', 'limits', 'sessions', 'email', 'admins', 'learners'],
    ...['email-delivery', 'oauth', 'privacy', 'notifications'],
  ],
  media: ['storage', 'audio'],
  progress: [
    ...['learner', 'question-copies', 'read-models', 'learner-store', 'ops', 'bookmarks', 'paths', 'regrade'],
    ...[
      'stats',
      'admin',
      'challenges',
      'explain',
      'live',
      'plans',
      'reviews',
      'selection',
      'accounts',
      'answers',
    ],
  ],
  questions: [
    ...['edits', 'nodes', 'search-index', 'questions', 'imports', 'reports', 'search', 'listing', 'exports'],
    ...['taxonomy', 'backups', 'privacy', 'library', 'content', 'interviewer', 'replay'],
  ],
}

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'services-are-islands',
    comment:
      'No service, nor the frontend, imports another: they meet in contracts, on NATS and behind the gateway.',
    severity: 'error',
    from: { path: '^(services/[^/]+|frontend)/' },
    to: { path: '^(?:services/[^/]+|frontend)/', pathNot: '^$1/' },
  },
  {
    name: 'libs-know-no-service',
    comment: 'Arrows point into the libraries only.',
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
    comment: 'What a learner’s events mean, and every *.rules.ts, is pure: no I/O, no clock, no randomness.',
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
    comment: 'From the event store the domain takes types, never code.',
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
    comment: 'OpenTelemetry is for one room, ...',
    severity: 'error',
    from: {
      path: '^(?:libs|services)/',
      pathNot: ['^libs/service-kit/src/observability/open-telemetry[.]ts$', ...testing],
    },
    to: { path: packages('@opentelemetry') },
  },
  {
    name: 'traces-on-demand',
    comment: '... which loads it where a collector is configured, and nowhere else.',
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
      comment: 'A subject imports only those that come before it in the list above.',
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
    comment: 'shared → features → app: what is shared knows no feature.',
    severity: 'error',
    from: { path: '^frontend/src/shared/' },
    to: { path: '^frontend/src/(?:features|app)/' },
  },
  {
    name: 'frontend-one-way',
    comment: 'shared → features → app: a feature knows no app.',
    severity: 'error',
    from: { path: '^frontend/src/features/' },
    to: { path: '^frontend/src/app/' },
  },
  {
    name: 'stored-data-has-an-owner',
    comment:
      'What a feature stores is named after its account (shared/account/account-data.ts), so that a sign-out clears it.',
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
    comment:
      'Files that need each other are one file, or three. A translation takes its type from the English messages, which load it.',
    severity: 'error',
    from: { path: '^', pathNot: '^frontend/src/.+messages[.](?:en|ar)[.]ts$' },
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'Nobody needs it.',
    severity: 'error',
    from: {
      orphan: true,
      path: '^(?:libs|services|frontend|deploy|tests)/',
      pathNot: [
        '^.+[.]d[.]ts$',
        '^frontend/public/',
        '^frontend/build/(?:boot|worker)/',
        '^deploy/docker/',
        '^services/gateway/src/docs/page/',
        '^deploy/bench/benchmarks/.+[.]js$',
      ],
    },
    to: {},
  },
  {
    name: 'not-to-test',
    comment: 'What runs for learners needs nothing that is there for tests.',
    severity: 'error',
    from: { path: '^', pathNot: [...testing, '^deploy/(?:bench|content-check)/'] },
    to: { path: testing },
  },
  {
    name: 'resolves',
    comment: 'An import that leads nowhere is one that no rule can judge.',
    severity: 'error',
    from: { path: '^' },
    to: { couldNotResolve: true },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: '^.*node_modules/' },
    exclude: { path: ['^tests/architecture/planted/', '^frontend/dist/'] },
    // Types count: they tie modules together just as well.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts', '.json'],
    },
  },
}

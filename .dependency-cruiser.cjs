/** The dependency rules: which folder may import which. `docs/decisions/` gives the reasons. */
module.exports = {
  forbidden: [
    {
      name: 'domain-imports-only-zod',
      comment: 'domain/ defines schemas and rules. It has no I/O and imports no library except zod.',
      severity: 'error',
      from: { path: '^domain/' },
      to: { pathNot: ['^domain/', '^node_modules/zod/'] },
    },
    {
      name: 'panel-imports-only-types-of-the-api',
      severity: 'error',
      from: { path: '^panel/' },
      to: { path: '^(server|site|tools)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'panel-imports-only-app-ts-from-the-server',
      severity: 'error',
      from: { path: '^panel/' },
      to: { path: '^server/', pathNot: '^server/start/app\\.ts$' },
    },
    {
      name: 'panel-ui-and-words-import-no-feature-and-no-api',
      comment: 'The first layer of the panel: components and texts.',
      severity: 'error',
      from: { path: '^panel/(ui|words)/' },
      to: { path: '^panel/', pathNot: '^panel/(ui|words)/' },
    },
    {
      name: 'panel-second-layer-imports-no-feature',
      comment:
        'The second layer: requests to the server, the queries and changes of each record, the session, preferences, header and navigation, files that wait for their upload, shapes that are drawn on photos and spheres.',
      severity: 'error',
      from: { path: '^panel/(api|data|session|preferences|frame|outbox|drawing)/' },
      to: {
        path: '^panel/',
        pathNot: '^panel/(ui|words|api|data|session|preferences|frame|outbox|drawing)/',
      },
    },
    {
      name: 'panel-features-do-not-import-each-other',
      comment: 'Only turbine-page/ and panel.tsx join features of the panel.',
      severity: 'error',
      from: {
        path: '^panel/([^/]+)/',
        pathNot: '^panel/(ui|words|api|data|session|preferences|frame|outbox|drawing|turbine-page)/',
      },
      to: {
        path: '^panel/([^/]+)/',
        pathNot: '^panel/($1|ui|words|api|data|session|preferences|frame|outbox|drawing)/',
      },
    },
    {
      name: 'panel-folders-import-each-other-one-way',
      comment: 'Two folders of the panel do not import each other. An import of a type counts too.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^panel/' },
      to: { path: '^panel/', circular: true },
    },
    {
      name: 'server-infrastructure-imports-only-itself',
      comment:
        'The lowest layer of the server: databases, files, images, PDF, mail, metrics, with the errors and the configuration. It knows neither features nor who may do what.',
      severity: 'error',
      from: { path: '^server/infrastructure/' },
      to: { path: '^server/', pathNot: '^server/infrastructure/' },
    },
    {
      name: 'server-core-knows-no-feature',
      comment: 'What the features share: HTTP, permissions, the audit log, uploads, jobs, the contract.',
      severity: 'error',
      from: { path: '^server/core/' },
      to: { path: '^server/', pathNot: '^server/(core|infrastructure)/' },
    },
    {
      name: 'server-records-know-no-feature',
      comment:
        'The rules of the product that several features share in SQL: who sees what, what counts as unresolved, what is published.',
      severity: 'error',
      from: { path: '^server/records/' },
      to: { path: '^server/', pathNot: '^server/(records|core|infrastructure)/' },
    },
    {
      name: 'server-features-know-neither-start-nor-commands',
      severity: 'error',
      from: { path: '^server/features/' },
      to: { path: '^server/', pathNot: '^server/(features|records|core|infrastructure)/' },
    },
    {
      name: 'server-start-knows-no-command',
      comment: 'The start puts the features together. Only main.ts and the commands import it.',
      severity: 'error',
      from: { path: '^server/start/' },
      to: { path: '^server/(commands/|main\\.ts$)' },
    },
    {
      name: 'nothing-imports-a-command',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/commands/' },
      to: { path: '^server/commands/' },
    },
    {
      name: 'server-runs-with-dependencies-only',
      comment: 'npm prune --omit=dev removes the other packages where the server runs.',
      severity: 'error',
      from: { path: '^(server|domain)/', pathNot: '^server/start/development\\.ts$' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg'],
        dependencyTypesNot: ['type-only'],
        pathNot: '^node_modules/@types/',
      },
    },
    {
      name: 'only-the-database-folder-knows-its-drivers',
      comment:
        'Pragmas, error codes and connections stay behind the functions of server/infrastructure/database/.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/infrastructure/database/' },
      to: { path: '^node_modules/(@types/)?(better-sqlite3|pg)/' },
    },
    {
      name: 'connections-to-postgres-have-listeners',
      comment:
        'openClient, ServingPool and jobsPool add them: without a listener, a connection that breaks ends the process.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot:
          '^server/infrastructure/database/(postgres/(postgres-connection|serving-pool|postgres-jobs)|database-errors)\\.ts$',
      },
      to: { path: '^node_modules/(@types/)?pg/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-store-knows-where-files-lie',
      comment: 'Others use FileStore; which one it is, the files say that open a data folder.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot:
          '^server/(infrastructure/store/|features/(backup/(back-up|verify)|move/move(-files)?)\\.ts$|start/services\\.ts$)',
      },
      to: {
        path: '^server/infrastructure/store/(disk/disk-store|bucket/bucket-store|disk/store-copy)\\.ts$',
      },
    },
    {
      name: 'the-sdk-of-buckets-is-loaded-only-for-a-bucket',
      comment:
        'It takes memory and time at the start. open-store.ts imports bucket.ts when a bucket is configured.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: '^server/infrastructure/store/bucket/bucket(-client|-requests)?\\.ts$',
      },
      to: {
        path: '^(node_modules/@aws-sdk/|server/infrastructure/store/bucket/bucket(-client|-requests)?\\.ts$)',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'graphile-worker-is-loaded-only-for-postgres',
      comment: 'open-jobs.ts imports jobs-in-postgres.ts when there is a DATABASE_URL.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/core/jobs/(jobs-in-postgres|start-runner)\\.ts$' },
      to: {
        path: '^(node_modules/graphile-worker/|server/core/jobs/(jobs-in-postgres|start-runner)\\.ts$)',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'server-folders-import-each-other-one-way',
      comment: 'Of two folders of the server at most one imports the other; a type is an import too.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^server/' },
      to: { path: '^server/', circular: true },
    },
    {
      name: 'server-features-do-not-use-each-others-routes',
      severity: 'error',
      from: { path: '^server/features/' },
      to: { path: '^server/.+-routes\\.ts$' },
    },
    {
      name: 'image-workers-alone-decode',
      comment:
        'What reads the bytes of strangers runs in child processes: image-worker.ts and what it imports, such as the drawing of reports.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: [
          '^server/infrastructure/images/(image-worker|decode-image|make-tiles|render-first-page|exif|gpano|drone|position|original-shown|turned-by-browsers)\\.ts$',
          '^server/infrastructure/pictures/(?!(image-refused|image-types)\\.ts$)',
          '^server/(infrastructure/(pdf|clouds)|features/reports/pdf)/',
        ],
      },
      to: {
        path: [
          '^server/infrastructure/images/(image-worker|decode-image|make-tiles|render-first-page|exif|gpano|drone|position|original-shown|turned-by-browsers)\\.ts$',
          '^server/infrastructure/pictures/(?!(image-refused|image-types)\\.ts$)',
          '^server/infrastructure/pdf/(?!page-style\\.ts$)',
          '^server/features/reports/pdf/(?!(report-document)\\.ts$)',
          '^server/infrastructure/clouds/(?!(octree/cloud-archive-layout|reading/cloud-(refused|source))\\.ts$)',
          '^node_modules/(sharp|file-type|@hyzyla/pdfium|pdfkit|laz-perf)/',
        ],
      },
    },
    {
      name: 'server-leans-on-domain-and-content',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(panel|site|tests|tools)/' },
    },
    {
      name: 'content-check-imports-only-site-and-domain',
      comment: 'No page has it, so it may use the schemas of domain/.',
      severity: 'error',
      from: { path: '^site/content-check/' },
      to: { path: '^(server|panel|tests|tools)/' },
    },
    {
      name: 'site-imports-only-the-mounted-panel',
      comment:
        'From domain/ the pages import only limits, prices, text rules, addresses and the random key, because these import no library. From panel/ it imports the root component, the rotor and the outline of a blade.',
      severity: 'error',
      from: {
        path: '^site/',
        pathNot: '^site/(content-check/|example/|product/|shared-page/|build-environment\\.ts$)',
      },
      to: {
        path: '^(server|domain/(?!(limits|prices/plans|text/turkish|text/clean-text|text/email|panel-addresses|random-key)\\.ts$)|tests|tools|panel/(?!(panel|ui/drawings/(background-)?rotor)\\.tsx$))',
      },
    },
    {
      name: 'the-page-of-a-link-imports-only-drawings',
      comment:
        'And the types of what it shows. Its readers have no account, so that it loads nothing of the panel.',
      severity: 'error',
      from: { path: '^site/shared-page/' },
      to: {
        path: '^(server|domain/(?!(inspections/link|photo|turbine|findings/blade-marks|findings/finding-shape|text/language|time/day-words)\\.ts$)|tests|tools|panel/(?!ui/drawings/blade-outline\\.ts$))',
      },
    },
    {
      name: 'the-example-imports-only-rules-and-drawings',
      comment: 'It reads an inspection with the rules of domain/ when it is built, and ships no script.',
      severity: 'error',
      from: { path: '^site/example/' },
      to: { path: '^(server|tests|tools|panel/(?!ui/drawings/blade-outline\\.ts$))' },
    },
    {
      name: 'the-page-about-the-product-ships-no-library',
      comment: 'It reads the rules of domain/ when it is built.',
      severity: 'error',
      from: { path: '^site/product/' },
      to: { path: '^(server|panel|tests|tools)/' },
    },
    {
      name: 'only-support-is-shared-by-the-tests',
      comment: "Tools use what starts a server and makes files; the tests themselves are nobody's library.",
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: '^tests/', pathNot: '^tests/support/' },
    },
    {
      name: 'support-imports-no-test',
      severity: 'error',
      from: { path: '^tests/support/' },
      to: { path: '^tests/(?!support/)' },
    },
    {
      name: 'tests-import-no-tool',
      comment: 'A tool has its tests beside it. What tools and tests share is in tests/support/.',
      severity: 'error',
      from: { path: '^tests/' },
      to: { path: '^tools/' },
    },
    {
      name: 'no-circles',
      comment: 'An import of a type counts too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      comment: 'Vite alone knows `?url`.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^astro:|[?]url$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // They have packages of their own.
    exclude: { path: '^tools/(bench|pictures)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
}

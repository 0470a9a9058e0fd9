/** The arrows of the house: who may lean on whom. `docs/decisions/` says why. */
module.exports = {
  forbidden: [
    {
      name: 'domain-leans-on-zod-alone',
      comment: 'domain/ says what things are; it does no I/O and knows no library but zod.',
      severity: 'error',
      from: { path: '^domain/' },
      to: { pathNot: ['^domain/', '^node_modules/zod/'] },
    },
    {
      name: 'panel-knows-the-api-by-its-type-only',
      severity: 'error',
      from: { path: '^panel/' },
      to: { path: '^(server|site|demo|bench|scripts)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'panel-takes-one-type-from-the-server',
      severity: 'error',
      from: { path: '^panel/' },
      to: { path: '^server/', pathNot: '^server/app\\.ts$' },
    },
    {
      name: 'panel-ui-and-words-know-no-feature-and-no-api',
      comment: 'The first layer of the panel.',
      severity: 'error',
      from: { path: '^panel/(ui|words)/' },
      to: { path: '^panel/', pathNot: '^panel/(ui|words)/' },
    },
    {
      name: 'panel-ground-knows-no-feature',
      comment:
        'The second layer: the call to the server, who is signed in, preferences, header and navigation.',
      severity: 'error',
      from: { path: '^panel/(api|session|preferences|frame)/' },
      to: { path: '^panel/', pathNot: '^panel/(ui|words|api|session|preferences|frame)/' },
    },
    {
      name: 'panel-features-meet-in-turbine-and-panel',
      comment: 'Features of the panel do not import each other.',
      severity: 'error',
      from: { path: '^panel/([^/]+)/', pathNot: '^panel/(ui|words|api|session|preferences|frame|turbine)/' },
      to: { path: '^panel/([^/]+)/', pathNot: '^panel/($1|ui|words|api|session|preferences|frame)/' },
    },
    {
      name: 'panel-folders-import-each-other-one-way',
      comment: 'Of two folders of the panel at most one imports the other; a type is an import too.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^panel/' },
      to: { path: '^panel/', circular: true },
    },
    {
      name: 'server-features-do-not-use-each-others-routes',
      severity: 'error',
      from: { path: '^server/([^/]+)/' },
      to: { path: '^server/[^/]+/.+-routes\\.ts$' },
    },
    {
      name: 'image-workers-alone-decode',
      comment:
        'What reads the bytes of strangers runs in child processes: image-worker.ts and what it imports.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/images/(image-worker|decode-image|capture-time)\\.ts$' },
      to: {
        path: [
          '^server/images/(image-worker|decode-image|capture-time)\\.ts$',
          '^node_modules/(sharp|file-type|exifreader)/',
        ],
      },
    },
    {
      name: 'server-leans-on-domain-and-content',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(panel|site|demo|bench|scripts|tests)/' },
    },
    {
      name: 'site-mounts-the-panel-and-nothing-deeper',
      comment:
        'Of the domain it takes the numbers, the rules for texts and the addresses, which bring no library with them; of the panel its pages take the drawn rotor.',
      severity: 'error',
      from: { path: '^site/' },
      to: {
        path: '^(server|domain/(?!(limits|turkish|clean-text|panel-addresses)\\.ts$)|demo|bench|scripts|tests|panel/(?!(panel|ui/(background-)?rotor)\\.tsx$))',
      },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^astro:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
}

// Who may import what; docs/architecture.md says why. `npm run imports` checks it, tools/imports.test.mjs plants violations.

const { declaredRooms } = require('./tools/declared-rooms.cjs')

/** Rooms of the server, each with the rooms that it declares to use. */
const ROOMS = declaredRooms()

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    rule(
      'no-circles',
      'Files that need each other cannot be understood or tested apart.',
      {},
      { circular: true },
    ),
    rule('not-resolvable', 'An import leads nowhere.', { pathNot: '^web/' }, { couldNotResolve: true }),
    rule(
      'nautical-imports-nothing',
      'Pure sea knowledge has no dependencies.',
      { path: '^nautical/src', pathNot: '\\.test\\.ts$' },
      { pathNot: '^nautical/src' },
    ),
    rule(
      'contract-imports-nautical-and-zod',
      'The promise knows neither side.',
      { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      { pathNot: '^(contract/src|nautical/src|node_modules/zod)' },
    ),
    rule(
      'rules-import-contract-and-nautical',
      'Rules are gone through the same way wherever they are: live, in the past, in a preview.',
      { path: '^rules/src', pathNot: '\\.test\\.ts$' },
      { pathNot: '^(rules/src|contract/src|nautical/src)' },
    ),
    rule(
      'zod-only-in-contract',
      'The schema library can be changed in one package.',
      { path: '^(server|web|sim)/src' },
      { path: '^node_modules/zod' },
    ),
    rule(
      'web-never-server',
      'The two sides meet in the contract.',
      { path: '^web/src', pathNot: '\\.screen\\.test\\.tsx$' },
      { path: '^(server|sim)/' },
    ),
    rule(
      'component-tests-use-testing',
      'A component test runs the built server; its modules would load into the DOM.',
      { path: '^web/src/.*\\.screen\\.test\\.tsx$' },
      { path: '^(server|sim)/', pathNot: '^server/testing/' },
    ),
    rule(
      'tests-alone-use-testing',
      'Helpers of component tests start a server and stay out of the build.',
      { path: '^web/src', pathNot: '\\.test\\.tsx?$' },
      { path: '^web/testing' },
    ),
    rule(
      'server-never-web',
      'The two sides meet in the contract.',
      { path: '^(server|sim)/' },
      { path: '^web/' },
    ),
    rule(
      'operations-looked-up-outside',
      'Looking into the folder of the contract works where that folder is: in tests and commands, not in what is built.',
      { path: '^((server|web|sim)/src|contract/src)', pathNot: '\\.test\\.tsx?$' },
      { path: '^contract/src/operations\\.ts$' },
    ),
    ...Object.entries(ROOMS).map(([room, uses]) =>
      rule(
        `doors-of-${room}`,
        'A room is entered by its door, and only by rooms that declare that they use it.',
        { path: `^server/src/rooms/[^/]+/${room}/`, pathNot: '\\.test\\.ts$' },
        {
          path: '^server/src/rooms/',
          pathNot: `^server/src/rooms/[^/]+/(${room}/|(${['-', ...uses].join('|')})/room\\.ts$)`,
        },
      ),
    ),
    rule(
      'engines-only-in-databases',
      'Rooms see needs, never engines.',
      { path: '^server/src', pathNot: '^server/src/(databases|platform/engines/)|\\.test\\.ts$' },
      { path: '^server/src/platform/engines' },
    ),
    rule(
      'sql-only-in-sql-files',
      'SQL lives in *.sql.ts; a Db is opaque elsewhere.',
      {
        path: '^server/src',
        pathNot: '\\.sql\\.ts$|\\.test\\.ts$|^server/src/platform/engines/|^server/src/platform/needs/',
      },
      { path: '^(server/src/platform/needs/query\\.ts|node_modules/(kysely|pg|pg-copy-streams)/)' },
    ),
    rule(
      'kernel-knows-no-room',
      'The kernel, and what lies beside it below the rooms, serves every room.',
      { path: '^server/src/(platform/[^/]+|sea)/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/rooms/' },
    ),
    rule(
      'kernel-knows-no-sea',
      'The kernel would serve a house of another trade; of the sea it knows shapes alone.',
      { path: '^server/src/platform/kernel/', pathNot: '\\.test\\.ts$' },
      { path: '^(server/src/sea/|nautical/src/(?!polygons/))' },
    ),
    rule(
      'kit-knows-no-room',
      'map, kit, time and wire serve every room.',
      { path: '^web/src/(map|kit|time|wire)/' },
      { path: '^web/src/(app|rooms)/' },
    ),
    rule(
      'web-rooms-apart',
      'Screens of several rooms are put together in app/.',
      { path: '^web/src/rooms/([^/]+/[^/]+)/' },
      { path: '^web/src/(app|rooms)/', pathNot: '^web/src/rooms/$1/' },
    ),
    rule(
      'no-barrels',
      'A file is imported by its own name.',
      {},
      { path: '^(contract|nautical|rules|server|web|sim)/src/.*index\\.tsx?$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache)/' },
    includeOnly: '^(contract|nautical|rules|server|web|sim|basemap|node_modules)/',
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}

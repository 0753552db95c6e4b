// Chooses, for changed files, the tests that a fault in them would turn red; pure, over what project.mjs read.

/** A change of these reaches every room. */
const BELOW = [
  /^server\/src\/(platform|sea)\//,
  /^server\/src\/[\w.-]+\.ts$/,
  /^server\/(migrations|testing)\//,
  /^contract\/src\/(wire\/|(kernel|kind|rights|misfits|objects|example|operations|past)\.ts)/,
  /^(package|package-lock)\.json$|^(vitest\.config|tsconfig.*)\.(ts|json)$/,
]
/** A file that more rooms than this import is below the rooms. */
const MOST_ROOMS = 4
/** Tests that see a fault below the rooms: each engine, the wire, rights, and one test file of each large room. */
const SMOKE = [
  'server/src/platform/kernel/',
  'server/src/platform/engines/',
  'server/src/platform/needs/',
  'server/src/sea/',
  'server/src/platform/formats/',
  'server/src/rooms.test.ts',
  'server/src/hidden.test.ts',
  'server/src/config.test.ts',
  'server/src/rooms/centre/identity/auth.test.ts',
  'server/src/rooms/picture/picture/picture.test.ts',
  'server/src/rooms/past/history/tracks.test.ts',
  'server/src/rooms/picture/socket/live.test.ts',
  'server/src/rooms/watch/alerts/alerts.test.ts',
  'server/src/rooms/past/replay/replay.test.ts',
]
const SMOKE_JOURNEYS = ['e2e/src/map-keys.e2e.ts', 'e2e/src/feeds.e2e.ts']
const GENERATED = [
  'server/src/rights.test.ts',
  'server/src/changed-parameters.test.ts',
  'server/src/batch-limits.test.ts',
  'server/src/platform/kernel/http/parameters.test.ts',
]
/** Seconds of tests, by their last run, that a change of one room may cost besides its own. */
const BUDGET = { dependents: 60, durability: 45, journeys: 45 }
const UNKNOWN_S = { unit: 5, durability: 15, journey: 15 }

const isUnit = (file) => /\.test\.(ts|tsx|mjs)$/.test(file) && !isDurable(file)
const isDurable = (file) => file.endsWith('.durability.test.ts')
const isJourney = (file) => file.endsWith('.e2e.ts')
/** Room of a file of the server or of the screens, or the part below the rooms that it is in. */
export const roomOf = (file) =>
  /^(?:server|web)\/src\/(?:rooms\/[\w-]+\/|platform\/)?([\w-]+)\//.exec(file)?.[1]
const serverRoomOf = (file) => (file.startsWith('server/') ? roomOf(file) : undefined)
const webRoomOf = (file) => (file.startsWith('web/') ? roomOf(file) : undefined)

const sorted = (texts) => [...texts].sort((a, b) => (a < b ? -1 : 1))

/** Files that import any of `changed`, at any distance, themselves included. */
function reach(changed, importers) {
  const found = new Set(changed)
  for (const file of found) {
    // What shows every screen leads to every component test; those are chosen by their room.
    if (file.startsWith('web/testing/')) continue
    for (const importer of importers.get(file) ?? []) found.add(importer)
  }
  return found
}

/** Takes the cheapest tests first while they fit into a budget of seconds. */
function withinBudget(files, budget, unknown, seconds) {
  const cost = (file) => seconds.get(file) ?? unknown
  const [taken, left] = [[], []]
  let sum = 0
  for (const file of files.toSorted((a, b) => cost(a) - cost(b))) {
    sum += cost(file)
    ;(sum <= budget ? taken : left).push(file)
  }
  return { taken, left }
}

/** Rooms whose own files changed, or that alone use a changed file of the contract, `nautical` or `rules`; null below the rooms. */
function changedRooms(changed, { importers, rooms }) {
  const found = new Set()
  for (const file of changed) {
    if (isUnit(file) || isDurable(file) || isJourney(file)) continue
    if (BELOW.some((one) => one.test(file))) return null
    const own = serverRoomOf(file)
    if (own !== undefined && own in rooms) found.add(own)
    else if (/^(contract|nautical|rules)\/src\//.test(file)) {
      const using = new Set(
        [...reach([file], importers)]
          .filter((one) => !isUnit(one) && !isDurable(one) && !one.endsWith('.cases.ts'))
          .map(serverRoomOf)
          .filter((room) => room !== undefined && room in rooms),
      )
      if (using.size > MOST_ROOMS) return null
      for (const room of using) found.add(room)
    }
  }
  return found
}

/**
 * Returns the tests for changed files: unit and durability test files, names of operations for the generated tests
 * (null for all), journeys, and `left`: tests of the same rooms that are left to `npm test` for want of time.
 */
export function choose(changed, project) {
  const { files, importers, rooms, operations, named, seconds } = project
  const own = changedRooms(changed, project)
  const isBelow = own === null
  const unit = new Set()
  const near = reach(changed, importers)
  // Packages, screens and tools: by their imports. Tests of the server read the whole server, so those go by room.
  for (const file of near) if (isUnit(file) && !file.startsWith('server/')) unit.add(file)
  for (const file of changed) if (isUnit(file) && files.includes(file)) unit.add(file)
  const screens = new Set(changed.map(webRoomOf).filter((room) => room !== undefined))
  for (const file of files)
    if (file.endsWith('.screen.test.tsx') && screens.has(webRoomOf(file))) unit.add(file)
  const dependents = isBelow
    ? []
    : Object.keys(rooms).filter((room) => !own.has(room) && rooms[room].some((used) => own.has(used)))
  const testsOf = (room) => files.filter((file) => isUnit(file) && serverRoomOf(file) === room)
  const left = []
  if (isBelow)
    for (const file of files) if (isUnit(file) && SMOKE.some((one) => file.startsWith(one))) unit.add(file)
  for (const room of own ?? []) for (const file of testsOf(room)) unit.add(file)
  const beside = withinBudget(dependents.flatMap(testsOf), BUDGET.dependents, UNKNOWN_S.unit, seconds)
  for (const file of beside.taken) unit.add(file)
  left.push(...beside.left)
  const chosenOperations = isBelow
    ? null
    : sorted([...own].flatMap((room) => [...(operations.get(room) ?? [])]))
  if (isBelow || chosenOperations.length > 0) for (const file of GENERATED) unit.add(file)

  const folders = changed.flatMap((file) => [serverRoomOf(file), webRoomOf(file)])
  const touched = new Set([...(own ?? []), ...folders])
  const names = (file) => named.get(file).some((room) => touched.has(room))
  const durability = withinBudget(
    [...named.keys()].filter((file) => isDurable(file) && names(file) && !changed.includes(file)),
    BUDGET.durability,
    UNKNOWN_S.durability,
    seconds,
  )
  const journeys = withinBudget(
    [...named.keys()].filter((file) => isJourney(file) && names(file) && !changed.includes(file)),
    BUDGET.journeys,
    UNKNOWN_S.journey,
    seconds,
  )
  left.push(...journeys.left, ...durability.left)
  const changedJourneys = changed.filter((file) => isJourney(file) && files.includes(file))
  return {
    isBelow,
    rooms: sorted(own ?? []),
    dependents,
    unit: sorted(unit),
    operations: chosenOperations,
    durability: sorted([
      ...durability.taken,
      ...changed.filter((file) => isDurable(file) && files.includes(file)),
    ]),
    journeys: sorted(new Set([...changedJourneys, ...(isBelow ? SMOKE_JOURNEYS : []), ...journeys.taken])),
    left: sorted(left.filter((file) => !unit.has(file))),
  }
}

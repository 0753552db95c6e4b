/** Traffic that a scenario puts to sea. */
export type Scenario = {
  ships: number
  /** Most position reports a second in the long run; intervals are stretched to keep it. */
  fixesPerSecond: number
  /** Every ship has reported once after this many seconds. */
  fillSeconds: number
  /** Where ships sail from and to: west, south, east, north. Everywhere when absent. */
  box: readonly [number, number, number, number] | null
  /** Share of ships with a wrong number, a wrong IMO number, a borrowed number or a new name. */
  odd: number
  /** A small script of one anomaly and its look-alikes. */
  script: 'port-calls' | 'twelve-mile' | 'dark-vessel' | 'spoof' | null
  aids: number
  aircraft: number
}

const region = {
  box: null,
  odd: 0.02,
  script: null,
  aids: 60,
  aircraft: 44,
  fixesPerSecond: 350,
  fillSeconds: 12,
}
const small = {
  ...region,
  ships: 150,
  aids: 10,
  aircraft: 6,
  odd: 0,
  box: [70, 5, 83, 21] as const,
  fillSeconds: 5,
}

export const SCENARIOS = {
  default: { ...region, ships: 3200 },
  chokepoint: { ...region, ships: 300, aids: 12, aircraft: 16, box: [54, 24, 59.5, 27.3], fillSeconds: 6 },
  quiet: { ...region, ships: 120, odd: 0, aids: 20, aircraft: 8, fillSeconds: 5 },
  'load-20k': { ...region, ships: 20_000, fixesPerSecond: 400, fillSeconds: 20 },
  'load-200k': { ...region, ships: 200_000, fixesPerSecond: 1000, fillSeconds: 60 },
  'twelve-mile': { ...small, script: 'twelve-mile' },
  'dark-vessel': { ...small, script: 'dark-vessel' },
  'port-calls': {
    ...region,
    ships: 150,
    aids: 20,
    aircraft: 6,
    odd: 0,
    script: 'port-calls',
    fillSeconds: 5,
  },
  spoof: { ...small, script: 'spoof' },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof SCENARIOS
export const isScenarioName = (name: string): name is ScenarioName => Object.hasOwn(SCENARIOS, name)

/** A feed as an administrator adds one; switched off, so that nothing listens. */
export const ROOF = {
  name: 'Roof',
  kind: 'aiscatcher-http',
  address: '127.0.0.1:8100',
  enabled: false,
  source: 'ROOF',
  priority: 3,
  trust: 0.5,
  expected_interval_s: 10,
  options: {},
} as const

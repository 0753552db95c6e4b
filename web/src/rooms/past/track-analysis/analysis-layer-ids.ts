export const COVERAGE = 'source_coverage'
export const HEAT = 'heat_map'
export const LANES = 'lanes'

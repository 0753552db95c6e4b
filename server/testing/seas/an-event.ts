/** Draft of a vessel event at 10°N 72°E, of an attack in March 2026. */
export const anEvent = (more: object = {}) => ({
  type: 'ATTACK',
  category: 'PIRACY_ARMED_ROBBERY' as const,
  title: 'Skiff alongside',
  text: 'Two skiffs, ladders seen.',
  severity: 'HIGH' as const,
  status: 'DETECTED' as const,
  visibility: 'CENTRE' as const,
  start_at: '2026-03-01T06:00:00.000Z',
  end_at: null,
  geometry: { type: 'Point' as const, coordinates: [72, 10] as [number, number] },
  mmsis: [],
  confidence: 3,
  evidence_fix_ids: [],
  file_ids: [],
  ...more,
})

/** Layer of the map with silent vessels. */
export const SILENT_LAYER = 'silent_vessels'

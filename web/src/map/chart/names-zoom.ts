/** Farther out than this only the selected contact carries its name. */
export const NAMES_ZOOM = 8

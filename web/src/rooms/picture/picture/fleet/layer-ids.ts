/** Layers of the picture, by the names of the specification: both are on by default. */
export const CONTACTS = 'ais_msis'
export const GROUPED = 'group_ungroup'

/** Where this browser keeps the chosen palette. */
export const PALETTE_STORED = 'samudra.palette'

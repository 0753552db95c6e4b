/** ITU-R M.1371-5 table 48, "navigational status"; the index is the code. */
export const NAV_STATUS_LABELS = [
  'Under way using engine',
  'At anchor',
  'Not under command',
  'Restricted manoeuvrability',
  'Constrained by her draught',
  'Moored',
  'Aground',
  'Engaged in fishing',
  'Under way sailing',
  'Reserved for high-speed craft with dangerous goods',
  'Reserved for wing in ground with dangerous goods',
  'Power-driven vessel towing astern',
  'Power-driven vessel pushing ahead or towing alongside',
  'Reserved',
  'AIS-SART, MOB or EPIRB active',
  'Not defined',
] as const

/** Label of a navigational status; codes outside 0-15 read as 15, "Not defined". */
export const navStatusLabel = (code: number): string => NAV_STATUS_LABELS[code] ?? NAV_STATUS_LABELS[15]

type Mark =
  | 'shipA'
  | 'shipB'
  | 'anchored'
  | 'moored'
  | 'drifting'
  | 'aton'
  | 'baseStation'
  | 'sar'
  | 'old'
  | 'lost'
  | 'flag'

/** Meaning of the shapes, beside that of the colours. */
export const SYMBOL_LEGEND: readonly { symbol: Mark; text: string }[] = [
  { symbol: 'shipA', text: 'Under way' },
  { symbol: 'shipB', text: 'Class B' },
  { symbol: 'anchored', text: 'At anchor' },
  { symbol: 'moored', text: 'Moored' },
  { symbol: 'drifting', text: 'No heading' },
  { symbol: 'aton', text: 'Aid to navigation' },
  { symbol: 'baseStation', text: 'Base station' },
  { symbol: 'sar', text: 'SAR aircraft' },
  { symbol: 'old', text: 'Older than 30 min' },
  { symbol: 'lost', text: 'Older than 24 h' },
  { symbol: 'flag', text: 'Anomaly' },
]

const SHIP = 'M8 1 11.2 5.4 11.7 15 8 13.2 4.300 15 4.800 5.400Z'
const SHAPES: Record<Mark, string> = {
  shipA: SHIP,
  old: SHIP,
  lost: SHIP,
  shipB: 'M8 2.500 11.400 14 8 11.700 4.600 14Z',
  anchored:
    'M8 3.500a4.500 4.500 0 1 0 0 9a4.500 4.500 0 1 0 0-9Zm0 3a1.500 1.500 0 1 1 0 3a1.500 1.500 0 1 1 0-3Z',
  moored: 'M4 4h8v8H4ZM6.600 6.600v2.800h2.800V6.600Z',
  drifting: 'M8 3 12.600 8 8 13 3.400 8Z',
  aton: 'M8 1.500 14.500 8 8 14.500 1.500 8ZM7.400 5v2.400H5v1.200h2.400V11h1.200V8.600H11V7.400H8.600V5Z',
  baseStation: 'M8 2 13 13H3Z',
  sar: 'M8 1 9 6.200 15 9v1.400L9 9.500l-.2 3L11 14v1l-3-.8L5 15v-1l2.200-1.500L7 9.500l-6 .9V9l6-2.800Z',
  flag: 'M8 2 14.500 13.500H1.500Z',
}

export function SymbolMark({ symbol }: { symbol: Mark }) {
  return (
    <svg className={`mark mark-${symbol}`} viewBox="0 0 16 16" width={14} height={14} aria-hidden>
      <path d={SHAPES[symbol]} fillRule="evenodd" />
    </svg>
  )
}

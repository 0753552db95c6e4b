import { GRATICULE, LAND, LANES, PORTS } from './globe-paths.ts'

/** The region with its lanes, as the face of the centre. It only decorates. */
export function Globe() {
  return (
    <svg className="globe" viewBox="0 0 800 800" aria-hidden>
      <defs>
        <radialGradient id="globe-sea" cx="42%" cy="36%" r="70%">
          <stop offset="0" className="globe-sea-lit" />
          <stop offset="1" className="globe-sea-dark" />
        </radialGradient>
        <radialGradient id="globe-shade" cx="40%" cy="34%" r="66%">
          <stop offset="0.55" stopColor="#000" stopOpacity="0" />
          <stop offset="1" stopColor="#000" stopOpacity="0.62" />
        </radialGradient>
        <radialGradient id="globe-air" cx="50%" cy="50%" r="50%">
          <stop offset="0.93" className="globe-air-in" />
          <stop offset="1" className="globe-air-out" />
        </radialGradient>
      </defs>
      <circle cx="400" cy="400" r="399" fill="url(#globe-air)" />
      <circle cx="400" cy="400" r="380" fill="url(#globe-sea)" />
      <path className="globe-grid" d={GRATICULE} />
      <path className="globe-land" d={LAND} />
      <circle cx="400" cy="400" r="380" fill="url(#globe-shade)" />
      {Object.entries(LANES).map(([name, lane], i) => (
        <g key={name}>
          <path className="globe-lane" d={lane} />
          <path className="globe-ships" d={lane} style={{ animationDelay: `${-i * 2.3}s` }} />
        </g>
      ))}
      {PORTS.map(([x, y]) => (
        <g key={`${x} ${y}`} className="globe-port">
          <circle cx={x} cy={y} r="8" />
          <circle cx={x} cy={y} r="2.6" />
        </g>
      ))}
    </svg>
  )
}

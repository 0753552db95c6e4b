import type { AisDetails, FieldOrigin, SourceFix } from '@samudra/contract/picture'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { NA } from '../../../../kit/text/quantity-text.ts'
import { When } from '../../../../kit/text/When.tsx'
import { particularWords } from '../../../../map/explanation/field-words.ts'
import { RawMessage } from '../../../../map/explanation/RawMessage.tsx'

/** Shows which source's fix is shown and why, and the last report of every other source. */
export function Provenance({ details }: { details: AisDetails }) {
  return (
    <section className="provenance">
      <h3>Why this position is shown</h3>
      <p className="card-dim">{details.chosen_because}</p>
      <h3>
        Latest position of each source <Quantity count={details.alternatives.length} />
      </h3>
      {details.alternatives.map((fix) => (
        <Alternative key={fix.source} fix={fix} mmsi={details.mmsi} />
      ))}
      {details.static_origins.length > 0 && (
        <>
          <h3>Source of static data</h3>
          <ul className="origins">
            {details.static_origins.map((origin) => (
              <Particular key={`${origin.field} ${origin.source}`} origin={origin} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Particular({ origin: { field, value, source, at } }: { origin: FieldOrigin }) {
  const { label, text, code } = particularWords(field, value)
  return (
    <li>
      <span>{label}</span>
      <span title={text}>
        {text} {code !== null && <small className="card-dim">{code}</small>}
      </span>
      <span>{source}</span>
      <span>
        <When at={at} />
      </span>
    </li>
  )
}

function Alternative({ fix, mmsi }: { fix: SourceFix; mmsi: string }) {
  return (
    <article className="alternative" data-shown={fix.shown}>
      <header>
        <b>{fix.source}</b>
        {fix.shown && <span className="tag">shown</span>}
        {fix.quality !== 'OK' && <span className="tag tag-doubt">{fix.quality}</span>}
        <span className="card-dim">station {fix.station ?? NA}</span>
      </header>
      <dl>
        <dt>Observed</dt>
        <dd>
          <When at={fix.observed_at} />
        </dd>
        <dt>Received</dt>
        <dd>
          <When at={fix.rec_time} />
        </dd>
        <dt>Latency</dt>
        <dd className="figures">{fix.latency_s.toFixed(1)} s</dd>
        <dt>Position</dt>
        <dd>
          <Quantity latitude={fix.latitude} /> <Quantity longitude={fix.longitude} />
        </dd>
        <dt>SOG / COG</dt>
        <dd>
          <Quantity knots={fix.sog} /> / <Quantity degrees={fix.cog} />
        </dd>
        <dt>Message</dt>
        <dd className="figures">
          type {fix.msg_type} · priority {fix.priority} · trust {fix.trust}
        </dd>
      </dl>
      <RawMessage fixId={fix.fix_id} mmsi={mmsi} source={fix.source} />
    </article>
  )
}

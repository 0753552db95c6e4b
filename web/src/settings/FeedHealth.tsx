import type { SystemUtils } from '@samudra/contract/settings'
import { When } from '../kit/When.tsx'

/** The feeds with what they bring, against what they used to bring; red above the line of the administrators. */
export function FeedHealth({ feeds, limitS }: { feeds: SystemUtils['ingest']; limitS: number | undefined }) {
  if (feeds.length === 0) return <p className="settings-none">No feed is set up.</p>
  return (
    <table className="feed-health">
      <thead>
        <tr>
          <th scope="col">State</th>
          <th scope="col">Source</th>
          <th scope="col" className="number">
            Messages a minute
          </th>
          <th scope="col" className="number">
            Usual
          </th>
          <th scope="col" className="number">
            Latency (95 %)
          </th>
          <th scope="col">Last message</th>
        </tr>
      </thead>
      <tbody>
        {feeds.map((feed) => {
          const latency = feed.p95_latency_s
          const isLate = latency !== null && limitS !== undefined && latency > limitS
          return (
            <tr key={feed.source}>
              <td>
                <span className="state" data-state={feed.state}>
                  {feed.state}
                </span>
              </td>
              <td>
                <strong>{feed.source}</strong> {feed.name !== feed.source && feed.name}
              </td>
              <td className="number figures">{feed.rate_per_min.toFixed(0)}</td>
              <td className="number figures">
                {feed.baseline_rate > 0 ? feed.baseline_rate.toFixed(0) : 'NA'}
              </td>
              <td className="number figures" data-red={isLate}>
                {latency === null ? 'NA' : `${latency.toFixed(1)} s`}
              </td>
              <td>{feed.last_message_at === null ? 'never' : <When at={feed.last_message_at} />}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

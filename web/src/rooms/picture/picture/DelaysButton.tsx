import type { PictureStatus } from '@samudra/contract/socket'
import type { ComponentProps } from 'react'
import { agoText } from '../../../kit/text/when-text.ts'
import { useWorkbench } from '../../../map/workbench/workbench.store.ts'
import { delaysToScreen } from './delays.ts'
import { THIN_S } from './held/worker-words.ts'

export const MEANING = 'Median time from observation to screen, slowest source first.'

/** Every source by how late it is, the slowest first. */
export function useDelays(status: PictureStatus | null) {
  const isThin = useWorkbench(({ bandwidth }) => bandwidth === 'LOW')
  return status === null ? [] : delaysToScreen(status, isThin ? THIN_S : 1)
}

/** Shows the delay of the slowest source. */
export function DelaysButton({
  status,
  ...props
}: ComponentProps<'button'> & { status: PictureStatus | null }) {
  const [worst] = useDelays(status)
  return (
    <button aria-haspopup="dialog" {...props} type="button" className="strip-feeds figures" title={MEANING}>
      <span className="strip-label">Latency</span>{' '}
      {worst === undefined ? (
        '–'
      ) : (
        <>
          <b>{agoText(worst.p50_s)}</b> {worst.source}
        </>
      )}
    </button>
  )
}

import { filterAisData } from '@samudra/contract/picture'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { fetchAhead, fetchCode } from '../../../../kit/pages/fetch-code.ts'
import { openFooter } from '../../../../kit/footer.ts'
import { useContactList } from '../../../../map/contact-list.store.ts'
import { later } from '../../../../kit/pages/later.tsx'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { toast } from '../../../../kit/toasts.ts'
import type { Chart } from '../../../../map/chart/chart.ts'
import { openPanel, useWorkbench } from '../../../../map/workbench/workbench.store.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { clauseCount, clearFilter, useFilter } from '../../../../map/filter.store.ts'
import { useIsReplayed } from '../../../../time/clock.ts'
import { usePicture } from '../held/picture.store.ts'

const fetchList = () => import('../ContactList.tsx')
fetchAhead(fetchList)
const DrawArea = later(() => import('./DrawArea.tsx').then((code) => code.DrawArea))

/** Shows on the map that a filter is in force, and its area while it is drawn. */
export function FilterOver({ chart }: { chart: Chart }) {
  useListed()
  const drawing = useFilter((state) => state.drawing)
  return (
    <>
      <InForce />
      {drawing !== null && <DrawArea key={drawing} chart={chart} kind={drawing} />}
    </>
  )
}

/** Opens the drawer for contacts requested as a list. */
function useListed() {
  useEffect(
    () =>
      useContactList.subscribe(({ wanted }, before) => {
        if (wanted === null || wanted === before.wanted) return
        fetchCode(fetchList).then(
          ({ contactListOf }) => openFooter(contactListOf(wanted)),
          (error: Error) => toast(error.message, 'bad'),
        )
      }),
    [],
  )
}

/** A filter hides ships: it is never in force unseen. */
function InForce() {
  const filter = useFilter((state) => state.filter)
  const isOpen = useWorkbench((state) => state.panel === 'filter')
  const isOn = clauseCount(filter) > 0
  const isReplayed = useIsReplayed()
  const shown = usePicture(useShallow(({ inView, total }) => ({ count: inView, total })))
  const live = useAnswer(
    filterAisData,
    { filter, limit: 1 },
    { enabled: isOn && !isReplayed, everyMs: 5000, keep: true },
  )
  const data = isReplayed ? shown : live.data
  if (!isOn || isOpen) return null
  return (
    <div className="filter-chip" role="status">
      <button type="button" onClick={() => openPanel('filter')} title="Open filter (F)">
        <IconFilter size={14} aria-hidden />
        {data === undefined ? (
          'Filtered'
        ) : (
          <>
            <b>
              <Quantity count={data.count} />
            </b>
            of <Quantity count={data.total} /> contacts
          </>
        )}
      </button>
      <button type="button" aria-label="Clear filter" title="Clear filter" onClick={clearFilter}>
        <IconX size={14} aria-hidden />
      </button>
    </div>
  )
}

import { getAois } from '@samudra/contract/areas'
import { boxOf } from '@samudra/nautical/box'
import { toast } from '../kit/toasts.ts'
import { showFound } from '../map/found.store.ts'
import { call } from '../wire/call.ts'
import { useSession } from '../wire/session.ts'

const ANNOUNCED_MS = 12_000

/** Says that somebody else drew an area and shares it with this user. */
export async function announceArea(id: string): Promise<void> {
  // What may not be seen after all is no news.
  const page = await call(getAois, { id }).catch(() => null)
  const area = page?.items[0]
  if (area === undefined || area.visibility === 'PRIVATE') return
  if (area.owner_id === useSession.getState().user?.id) return
  const bbox = boxOf(area.geometry)
  toast(`New area: ${area.name} (${area.owner})`, 'plain', {
    ms: ANNOUNCED_MS,
    action: {
      label: 'Show on the map',
      act: () => showFound({ kind: 'area', id, label: area.name, detail: 'Area of interest', bbox }),
    },
  })
}

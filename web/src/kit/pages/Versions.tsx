import type { Kind } from '@samudra/contract/kind'
import type { VersionColumns } from '@samudra/contract/objects'
import type { ReactNode } from 'react'
import { When } from '../text/When.tsx'
import { useWording } from '../text/wording.ts'
import './versions.css'

type Version = Pick<VersionColumns, 'known_from' | 'reason'> & { version: number; updated_by: string }
type Props<Item, Of extends Item & Version> = {
  fields: Kind<Item>['fields']
  /** The first first. */
  items: readonly Of[]
  /** True if the first version also lists all its values. */
  isFirstShown?: boolean
  /** Renders the action of a version that is not current. */
  renderAct?: (one: Of) => ReactNode
}

/** Every version of something people edit, the newest first: when, by whom, why, and what it changed. */
export function Versions<Item, Of extends Item & Version>({
  fields,
  items,
  isFirstShown: isFirstShownOf = false,
  renderAct,
}: Props<Item, Of>) {
  return (
    <ul className="versions">
      {items.toReversed().map((one, i) => (
        <li key={one.version}>
          <span>
            {one.version === 0 ? 'Built in' : <When at={one.known_from} />}
            {one.updated_by !== '' && ` · ${one.updated_by}`}
            {one.reason !== '' && ` · ${one.reason}`}
          </span>
          {(isFirstShownOf || i < items.length - 1) && (
            <Changes fields={fields} before={items[items.length - i - 2]} now={one} />
          )}
          {i > 0 && renderAct?.(one)}
        </li>
      ))}
      {(items[0]?.version ?? 1) > 1 && <li className="dim">Older versions are not listed.</li>}
    </ul>
  )
}

/** The fields that differ from the version before, with what they say now; of the first what all of them say. */
function Changes<Item>({
  fields,
  before,
  now,
}: {
  fields: Kind<Item>['fields']
  before: Item | undefined
  now: Item
}) {
  const words = useWording()
  const changed = fields.filter((field) => {
    const value = field.value ?? ((one: Item) => field.text(one, words))
    if (before === undefined) return field.text(now, words) !== ''
    return JSON.stringify(value(before)) !== JSON.stringify(value(now))
  })
  return (
    <span className="dim">
      {changed.map(({ label, text }) => `${label}: ${text(now, words)}`).join(' · ')}
    </span>
  )
}

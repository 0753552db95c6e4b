import { isAdministrator } from '@samudra/contract/identity'
import { getWebhooks } from '@samudra/contract/webhooks'
import type { NamedKind, NameOf } from '@samudra/contract/sentence/values'
import { useMemo } from 'react'
import { useStored } from '../../../../stored/stores.ts'
import { areas, lists } from '../../../../stored/shared.ts'
import { useStaticAisData } from '../../../../store/static-ais-data.ts'
import { useSession } from '../../../../wire/session.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'

export type Thing = NamedKind
type Option = { value: string; label: string }
/** Objects that rules name by ids, to choose from by name. */
export type Things = { options: Record<Thing, readonly Option[]>; nameOf: NameOf }

const asOption = ({ id, name }: { id: string; name: string }): Option => ({ value: id, label: name })

/** Areas, waters, ports, vessel lists, people and webhooks this user sees, by their names. */
export function useThings(): Things {
  const areaRows = useStored(areas).rows
  const listRows = useStored(lists).rows
  const known = useStaticAisData()
  const people = useSession((state) => state.allUsersList)
  const isAdmin = useSession(({ user }) => isAdministrator(user?.role ?? ''))
  const { data: hooks } = useAnswer(getWebhooks, {}, { enabled: isAdmin })
  return useMemo(() => {
    const options: Things['options'] = {
      aoi: areaRows.map(asOption),
      infrastructure: areaRows.filter(({ type }) => type === 'INFRASTRUCTURE').map(asOption),
      list: listRows.map(asOption),
      user: people.map(({ id, username }) => ({ value: id, label: username })),
      webhook: hooks?.items.map(asOption) ?? [],
      eez: known?.eez.map(asOption) ?? [],
      port:
        known?.ports.map(({ id, name, locode }) => ({ value: id, label: `${name} ${locode}`.trim() })) ?? [],
    }
    const names = Object.fromEntries(
      Object.entries(options).map(([kind, all]) => [
        kind,
        new Map(all.map(({ value, label }) => [value, label])),
      ]),
    ) as Record<Thing, Map<string, string>>
    return { options, nameOf: (kind, id) => names[kind].get(id) }
  }, [areaRows, listRows, known, people, hooks])
}

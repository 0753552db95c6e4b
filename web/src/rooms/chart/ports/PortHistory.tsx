import { Button } from '@mantine/core'
import { isAdministrator } from '@samudra/contract/identity'
import { getPortVersions, portKind, updatePort } from '@samudra/contract/ports'
import { toast } from '../../../kit/toasts.ts'
import { Versions } from '../../../kit/pages/Versions.tsx'
import { call } from '../../../wire/call.ts'
import { useSession } from '../../../wire/session.ts'
import { useAction, useAnswer, useStale } from '../../../wire/use-answer.ts'
import type { PortDetails } from '../../../kit/pages/port-part.ts'
import { ports } from './ports.store.ts'

type Version = Awaited<ReturnType<typeof readVersions>>[number]
const readVersions = async (id: string) => (await call(getPortVersions, { id })).items

/** Every version of a port and what it changed; an administrator takes an earlier one back. */
export function PortHistory({ port, onChanged }: { port: PortDetails; onChanged: () => unknown }) {
  const isAdmin = useSession(({ user }) => isAdministrator(user?.role ?? ''))
  const { data } = useAnswer(getPortVersions, { id: port.id })
  const stale = useStale()
  const back = useAction(async (one: Version) => {
    const { name, locode, country, lat, lon, alias, geometry, anchorages } = one
    const { radius_nm, time_zone, facilities, contacts, source } = one
    const saved = await call(updatePort, {
      id: port.id,
      expected_version: port.version,
      reason: `as in version ${one.version}`,
      name,
      locode,
      country,
      lat,
      lon,
      alias,
      radius_nm,
      time_zone,
      facilities,
      contacts,
      source,
      ...(geometry === undefined ? {} : { geometry }),
      ...(anchorages === undefined ? {} : { anchorages }),
    })
    ports.take(saved)
    toast(`${saved.name} is restored to version ${one.version}`, 'good')
    stale(getPortVersions)
    onChanged()
  })
  const items = data?.items ?? []
  if (items.length < 2) return null
  const renderAct = (one: Version) => (
    <Button size="compact-xs" variant="default" loading={back.isBusy} onClick={() => void back.run(one)}>
      Restore
    </Button>
  )
  return (
    <section className="port-part" aria-label="History">
      <h2>History</h2>
      {back.fault !== null && (
        <p className="refusal" role="alert">
          {back.fault.message}
        </p>
      )}
      <Versions fields={portKind.fields} items={items} {...(isAdmin ? { renderAct } : {})} />
    </section>
  )
}
